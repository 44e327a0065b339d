import { Module } from '@nestjs/common';
import { PeriodicJobs } from './periodic-jobs.js';
import { RetentionJob } from './retention.job.js';
import { WeeklyTrafficJob } from './weekly-traffic.job.js';

@Module({ providers: [PeriodicJobs, RetentionJob, WeeklyTrafficJob] })
export class JobsModule {}
