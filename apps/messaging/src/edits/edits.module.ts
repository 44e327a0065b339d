import { Module } from '@nestjs/common';
import { DeleteMessagesHandler } from './delete-messages.handler.js';
import { EditMessageHandler } from './edit-message.handler.js';
import { EditsRpc } from './edits.rpc.js';
import { GetMessageHistoryHandler } from './get-message-history.handler.js';

@Module({
  controllers: [EditsRpc],
  providers: [EditMessageHandler, DeleteMessagesHandler, GetMessageHistoryHandler],
})
export class EditsModule {}
