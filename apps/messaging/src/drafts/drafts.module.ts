import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { DraftsController } from './drafts.controller.js';
import { DraftsService } from './drafts.service.js';

@Module({ imports: [AccessModule, MessagesModule], controllers: [DraftsController], providers: [DraftsService] })
export class DraftsModule {}
