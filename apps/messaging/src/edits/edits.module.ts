import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { ProjectionsModule } from '../projections/projections.module.js';
import { StreamRecordsModule } from '../stream-records/stream-records.module.js';
import { DeleteMessagesHandler } from './delete-messages.handler.js';
import { EditMessageHandler } from './edit-message.handler.js';
import { EditsRpc } from './edits.rpc.js';
import { GetMessageHistoryHandler } from './get-message-history.handler.js';

@Module({
  imports: [AccessModule, MessagesModule, ProjectionsModule, StreamRecordsModule],
  controllers: [EditsRpc],
  providers: [EditMessageHandler, DeleteMessagesHandler, GetMessageHistoryHandler],
})
export class EditsModule {}
