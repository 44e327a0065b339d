import { RealmRecords } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { RealmUsageRepository } from './realm-usage.repository.js';
import { UsageMetrics } from './usage-metrics.js';

@Module({ providers: [RealmUsageRepository, RealmRecords, UsageMetrics], exports: [RealmUsageRepository] })
export class UsageModule {}
