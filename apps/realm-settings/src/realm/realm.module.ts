import { Module } from '@nestjs/common';
import { Installation } from './installation.js';
import { RealmController } from './realm.controller.js';
import { RealmRepository } from './realm.repository.js';
import { RealmService } from './realm.service.js';

@Module({
  controllers: [RealmController],
  providers: [Installation, RealmService, RealmRepository],
  exports: [Installation, RealmRepository],
})
export class RealmModule {}
