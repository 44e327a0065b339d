import { InheritedSettings, type Principal, settingsIn, type UserSettingsDefaultsChange } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { RealmRepository } from '../realm/realm.repository.js';

@Injectable()
export class UserSettingsDefaultsService {
  constructor(
    private readonly database: Database,
    private readonly realms: RealmRepository,
  ) {}

  async update({ realmId, userId }: Principal, change: UserSettingsDefaultsChange): Promise<void> {
    const settings = settingsIn(InheritedSettings, change);
    await this.database.transaction((tx) =>
      this.realms.update(tx, realmId, userId, (row) => ({
        ...row,
        userSettingsDefaults: { ...row.userSettingsDefaults, ...settings },
      })),
    );
  }
}
