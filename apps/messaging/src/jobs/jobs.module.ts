import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { PeriodicJobs } from './periodic-jobs.js';
import { RetentionJob } from './retention.job.js';
import { WeeklyTrafficJob } from './weekly-traffic.job.js';

@Module({ imports: [AccessModule], providers: [PeriodicJobs, RetentionJob, WeeklyTrafficJob] })
export class JobsModule {}
