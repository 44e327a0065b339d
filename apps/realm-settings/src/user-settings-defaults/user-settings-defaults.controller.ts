import { Principal, UserSettingsDefaultsChange, updateUserSettingsDefaults } from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { UserSettingsDefaultsService } from './user-settings-defaults.service.js';

@Controller()
export class UserSettingsDefaultsController {
  constructor(private readonly defaults: UserSettingsDefaultsService) {}

  @Handles(updateUserSettingsDefaults)
  update(@Actor() actor: Principal, @Parameters() change: UserSettingsDefaultsChange) {
    return this.defaults.update(actor, change);
  }
}
