import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { StreamRecordsModule } from '../stream-records/stream-records.module.js';
import { UserTopicsHandler } from './user-topics.handler.js';
import { UserTopicsRpc } from './user-topics.rpc.js';

@Module({
  imports: [AccessModule, StreamRecordsModule],
  controllers: [UserTopicsRpc],
  providers: [UserTopicsHandler],
})
export class UserTopicsModule {}
