import { Module } from '@nestjs/common';
import { InstallationModule } from '../installation/installation.module.js';
import { RealmController } from './realm.controller.js';
import { RealmRepository } from './realm.repository.js';
import { RealmService } from './realm.service.js';
import { RealmUpdater } from './realm-updater.js';

@Module({
  imports: [InstallationModule],
  controllers: [RealmController],
  providers: [RealmService, RealmRepository, RealmUpdater],
  exports: [RealmRepository, RealmUpdater],
})
export class RealmModule {}
