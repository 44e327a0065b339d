import { Module } from '@nestjs/common';
import { RealmProjections } from './realm-projections.js';

@Module({ providers: [RealmProjections], exports: [RealmProjections] })
export class ProjectionsModule {}
