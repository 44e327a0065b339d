import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ReactionsController } from './reactions.controller.js';
import { ReactionsService } from './reactions.service.js';

@Module({ imports: [AccessModule], controllers: [ReactionsController], providers: [ReactionsService] })
export class ReactionsModule {}
