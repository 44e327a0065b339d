import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { SubmessagesController } from './submessages.controller.js';

@Module({ imports: [AccessModule], controllers: [SubmessagesController] })
export class SubmessagesModule {}
