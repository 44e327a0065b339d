import { Module } from '@nestjs/common';
import { RealmModule } from '../realm/realm.module.js';
import { RealmStateModule } from '../realm-state/realm-state.module.js';
import { ServerSettingsController } from './server-settings.controller.js';

@Module({ imports: [RealmModule, RealmStateModule], controllers: [ServerSettingsController] })
export class ServerSettingsModule {}
