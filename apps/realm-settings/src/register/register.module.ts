import { Module } from '@nestjs/common';
import { InstallationModule } from '../installation/installation.module.js';
import { RealmStateModule } from '../realm-state/realm-state.module.js';
import { RegisterController } from './register.controller.js';
import { RegisterService } from './register.service.js';

@Module({
  imports: [InstallationModule, RealmStateModule],
  controllers: [RegisterController],
  providers: [RegisterService],
})
export class RegisterModule {}
