import { Module } from '@nestjs/common';
import { Providers } from './providers.js';

@Module({ providers: [Providers], exports: [Providers] })
export class ProvidersModule {}
