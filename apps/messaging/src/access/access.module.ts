import { RealmRecords } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { RealmProjections } from '../projections/realm-projections.js';
import { StreamDescriptions } from '../stream-records/stream-descriptions.js';
import { StreamsProjection } from '../stream-records/streams.projection.js';
import { Access } from './access.js';
import { StreamReaders } from './stream-readers.js';

const SHARED = [Access, StreamReaders, RealmRecords, RealmProjections, StreamsProjection, StreamDescriptions];

/** Visibility, and the projections that it and the features read. */
@Module({ providers: SHARED, exports: SHARED })
export class AccessModule {}
