import { Module } from '@nestjs/common';
import { RealmModule } from '../realm/realm.module.js';
import { UserStatusController } from './user-status.controller.js';

@Module({ imports: [RealmModule], controllers: [UserStatusController] })
export class UserStatusModule {}
