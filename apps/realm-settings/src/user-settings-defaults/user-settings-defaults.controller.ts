import {
  InheritedSettings,
  Principal,
  settingsIn,
  UserSettingsDefaultsChange,
  updateUserSettingsDefaults,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { RealmRepository } from '../realm/realm.repository.js';

@Controller()
export class UserSettingsDefaultsController {
  constructor(
    private readonly database: Database,
    private readonly realms: RealmRepository,
  ) {}

  @Handles(updateUserSettingsDefaults)
  async update(@Actor() { realmId, userId }: Principal, @Parameters() change: UserSettingsDefaultsChange) {
    const settings = settingsIn(InheritedSettings, change);
    await this.database.transaction((tx) =>
      this.realms.update(tx, realmId, userId, (row) => ({
        ...row,
        userSettingsDefaults: { ...row.userSettingsDefaults, ...settings },
      })),
    );
  }
}
