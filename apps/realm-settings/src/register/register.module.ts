import { Module } from '@nestjs/common';
import { RealmModule } from '../realm/realm.module.js';
import { RealmStateModule } from '../realm-state/realm-state.module.js';
import { BotIntegrations } from './bot-integrations.js';
import { RegisterController } from './register.controller.js';

@Module({ imports: [RealmModule, RealmStateModule], controllers: [RegisterController], providers: [BotIntegrations] })
export class RegisterModule {}
