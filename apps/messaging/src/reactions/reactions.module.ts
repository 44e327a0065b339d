import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ProjectionsModule } from '../projections/projections.module.js';
import { StreamRecordsModule } from '../stream-records/stream-records.module.js';
import { ReactionsHandler } from './reactions.handler.js';
import { ReactionsRpc } from './reactions.rpc.js';

@Module({
  imports: [AccessModule, ProjectionsModule, StreamRecordsModule],
  controllers: [ReactionsRpc],
  providers: [ReactionsHandler],
})
export class ReactionsModule {}
