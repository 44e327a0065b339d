import { Module } from '@nestjs/common';
import { Installation } from './installation.js';
import { RealmController } from './realm.controller.js';
import { RealmRepository } from './realm.repository.js';
import { RealmService } from './realm.service.js';
import { RealmsController } from './realms.controller.js';
import { RealmsService } from './realms.service.js';

@Module({
  controllers: [RealmController, RealmsController],
  providers: [Installation, RealmService, RealmRepository, RealmsService],
  exports: [Installation, RealmRepository],
})
export class RealmModule {}
