import { Module } from '@nestjs/common';
import { FlowStore } from './flow-store.js';

@Module({ providers: [FlowStore], exports: [FlowStore] })
export class FlowsModule {}
