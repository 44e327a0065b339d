import { Module } from '@nestjs/common';
import { DraftsHandler } from './drafts.handler.js';
import { DraftsRpc } from './drafts.rpc.js';
import { DraftsSwitchedOffConsumer } from './drafts-switched-off.consumer.js';

@Module({ controllers: [DraftsRpc], providers: [DraftsHandler, DraftsSwitchedOffConsumer], exports: [DraftsHandler] })
export class DraftsModule {}
