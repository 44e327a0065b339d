import { Module } from '@nestjs/common';
import { ProjectionsModule } from '../projections/projections.module.js';
import { PeriodicJobs } from './periodic-jobs.js';
import { RetentionJob } from './retention.job.js';
import { WeeklyTrafficJob } from './weekly-traffic.job.js';

@Module({ imports: [ProjectionsModule], providers: [PeriodicJobs, RetentionJob, WeeklyTrafficJob] })
export class JobsModule {}
