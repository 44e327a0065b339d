import { Module } from '@nestjs/common';
import { RealmModule } from '../realm/realm.module.js';
import { UserSettingsDefaultsController } from './user-settings-defaults.controller.js';

@Module({ imports: [RealmModule], controllers: [UserSettingsDefaultsController] })
export class UserSettingsDefaultsModule {}
