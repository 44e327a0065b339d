import { CreateStreamsAsOperator, InsertMessagesAsOperator } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { MessagesModule } from '../messages/messages.module.js';
import { ProjectionsModule } from '../projections/projections.module.js';
import { StreamRecordsModule } from '../stream-records/stream-records.module.js';
import { CreateStreamsHandler } from './create-streams.handler.js';
import { InsertMessagesHandler } from './insert-messages.handler.js';

@Controller()
export class OperatorRpc {
  constructor(
    private readonly createStreams: CreateStreamsHandler,
    private readonly insertMessages: InsertMessagesHandler,
  ) {}

  @MessagePattern(CreateStreamsAsOperator.pattern)
  create(@Payload() request: CreateStreamsAsOperator) {
    return this.createStreams.handle(request);
  }

  @MessagePattern(InsertMessagesAsOperator.pattern)
  insert(@Payload() request: InsertMessagesAsOperator) {
    return this.insertMessages.handle(request);
  }
}

@Module({
  imports: [MessagesModule, ProjectionsModule, StreamRecordsModule],
  controllers: [OperatorRpc],
  providers: [CreateStreamsHandler, InsertMessagesHandler],
})
export class OperatorModule {}
