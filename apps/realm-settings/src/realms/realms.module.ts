import { Module } from '@nestjs/common';
import { RealmModule } from '../realm/realm.module.js';
import { RealmsController } from './realms.controller.js';
import { RealmsService } from './realms.service.js';

@Module({ imports: [RealmModule], controllers: [RealmsController], providers: [RealmsService] })
export class RealmsModule {}
