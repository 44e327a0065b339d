import { RealmRecords } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { RealmUsageRepository } from './realm-usage.repository.js';
import { UsageMeasurements } from './usage-measurements.js';

@Module({ providers: [RealmUsageRepository, RealmRecords, UsageMeasurements], exports: [RealmUsageRepository] })
export class UsageModule {}
