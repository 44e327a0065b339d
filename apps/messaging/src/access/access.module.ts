import { RealmRecords } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { RealmProjections } from '../projections/realm-projections.js';
import { StreamsProjection } from '../stream-records/streams.projection.js';
import { Access } from './access.js';

const SHARED = [Access, RealmRecords, RealmProjections, StreamsProjection];

/** Visibility, and the projections that it and the features read. */
@Module({ providers: SHARED, exports: SHARED })
export class AccessModule {}
