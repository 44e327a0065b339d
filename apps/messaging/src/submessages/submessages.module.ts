import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { SubmessagesController } from './submessages.controller.js';
import { SubmessagesService } from './submessages.service.js';

@Module({ imports: [AccessModule], controllers: [SubmessagesController], providers: [SubmessagesService] })
export class SubmessagesModule {}
