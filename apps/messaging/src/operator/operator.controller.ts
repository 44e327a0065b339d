import { CreateStreamsAsOperator, InsertMessagesAsOperator } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { CreateStreamsService } from './create-streams.service.js';
import { InsertMessagesService } from './insert-messages.service.js';

@Controller()
export class OperatorController {
  constructor(
    private readonly streams: CreateStreamsService,
    private readonly messages: InsertMessagesService,
  ) {}

  @MessagePattern(CreateStreamsAsOperator.pattern)
  createStreams(@Payload() request: CreateStreamsAsOperator) {
    return this.streams.create(request);
  }

  @MessagePattern(InsertMessagesAsOperator.pattern)
  insertMessages(@Payload() request: InsertMessagesAsOperator) {
    return this.messages.insert(request);
  }
}
