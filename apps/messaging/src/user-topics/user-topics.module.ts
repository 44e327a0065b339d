import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { UserTopicsController } from './user-topics.controller.js';
import { UserTopicsService } from './user-topics.service.js';

@Module({ imports: [AccessModule], controllers: [UserTopicsController], providers: [UserTopicsService] })
export class UserTopicsModule {}
