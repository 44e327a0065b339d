import { Module } from '@nestjs/common';
import { StreamsProjection } from './streams.projection.js';

@Module({ providers: [StreamsProjection], exports: [StreamsProjection] })
export class StreamRecordsModule {}
