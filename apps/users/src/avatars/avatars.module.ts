import { Module } from '@nestjs/common';
import { RealmModule } from '../realm/realm.module.js';
import { AvatarsController } from './avatars.controller.js';
import { AvatarsService } from './avatars.service.js';

@Module({ imports: [RealmModule], controllers: [AvatarsController], providers: [AvatarsService] })
export class AvatarsModule {}
