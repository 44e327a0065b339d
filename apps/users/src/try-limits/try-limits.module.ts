import { Module } from '@nestjs/common';
import { TryLimits } from './try-limits.js';

@Module({ providers: [TryLimits], exports: [TryLimits] })
export class TryLimitsModule {}
