import { InheritedSettings, type Principal, settingsIn, type UserSettingsDefaultsChange } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { RealmRepository } from '../realm/realm.repository.js';

@Injectable()
export class UserSettingsDefaultsService {
  constructor(private readonly realms: RealmRepository) {}

  async update({ realmId, userId }: Principal, change: UserSettingsDefaultsChange): Promise<void> {
    const settings = settingsIn(InheritedSettings, change);
    await this.realms.change(realmId, userId, (row) => ({
      ...row,
      userSettingsDefaults: { ...row.userSettingsDefaults, ...settings },
    }));
  }
}
