import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { StreamRecordsModule } from '../stream-records/stream-records.module.js';
import { UserTopicsController } from './user-topics.controller.js';
import { UserTopicsRepository } from './user-topics.repository.js';
import { UserTopicsService } from './user-topics.service.js';

@Module({
  imports: [AccessModule, StreamRecordsModule],
  controllers: [UserTopicsController],
  providers: [UserTopicsService, UserTopicsRepository],
})
export class UserTopicsModule {}
