import { Principal, SettingsChange, updateOwnSettings } from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { SettingsService } from './settings.service.js';

@Controller()
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Handles(updateOwnSettings)
  update(@Actor() actor: Principal, @Parameters() change: SettingsChange) {
    return this.settings.update(actor, change);
  }
}
