import { Module } from '@nestjs/common';
import { RealmBots } from './realm-bots.js';

@Module({ providers: [RealmBots], exports: [RealmBots] })
export class BotsModule {}
