import { Module } from '@nestjs/common';
import { ConfigData } from './config-data.js';
import { RealmBots } from './realm-bots.js';

@Module({ providers: [ConfigData, RealmBots], exports: [ConfigData, RealmBots] })
export class BotsModule {}
