import { RealmRecords } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { Realms } from './realms.js';

@Module({ providers: [RealmRecords, Realms], exports: [RealmRecords, Realms] })
export class RealmsModule {}
