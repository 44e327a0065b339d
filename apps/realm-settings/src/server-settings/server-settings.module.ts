import { Module } from '@nestjs/common';
import { InstallationModule } from '../installation/installation.module.js';
import { RealmStateModule } from '../realm-state/realm-state.module.js';
import { ServerSettingsController } from './server-settings.controller.js';
import { ServerSettingsService } from './server-settings.service.js';

@Module({
  imports: [InstallationModule, RealmStateModule],
  controllers: [ServerSettingsController],
  providers: [ServerSettingsService],
})
export class ServerSettingsModule {}
