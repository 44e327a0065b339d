import { Module } from '@nestjs/common';
import { RealmUsageRepository } from './realm-usage.repository.js';

@Module({ providers: [RealmUsageRepository], exports: [RealmUsageRepository] })
export class UsageModule {}
