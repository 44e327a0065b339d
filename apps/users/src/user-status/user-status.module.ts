import { Module } from '@nestjs/common';
import { RealmModule } from '../realm/realm.module.js';
import { UserStatusController } from './user-status.controller.js';
import { UserStatusService } from './user-status.service.js';

@Module({ imports: [RealmModule], controllers: [UserStatusController], providers: [UserStatusService] })
export class UserStatusModule {}
