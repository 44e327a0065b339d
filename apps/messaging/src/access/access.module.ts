import { Module } from '@nestjs/common';
import { ProjectionsModule } from '../projections/projections.module.js';
import { StreamRecordsModule } from '../stream-records/stream-records.module.js';
import { Access } from './access.js';

/** Visibility, with the projections that features need, too. */
@Module({
  imports: [StreamRecordsModule, ProjectionsModule],
  providers: [Access],
  exports: [Access, StreamRecordsModule, ProjectionsModule],
})
export class AccessModule {}
