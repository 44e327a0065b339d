import { requireAdministrator } from '@chat/auth';
import {
  badRequest,
  isSettingValue,
  REALM_DEFAULT_SETTING_NAMES,
  type SettingValue,
  type UpdateUserSettingsDefaults,
  USER_SETTINGS,
  type UserSettingName,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { INSTALLATION, type Installation } from '../server/installation.js';
import { saveRealm } from './save-realm.js';

@Injectable()
export class UpdateUserSettingsDefaultsHandler {
  constructor(
    private readonly database: Database,
    @Inject(INSTALLATION) private readonly installation: Installation,
  ) {}

  async handle({ actor, settings }: UpdateUserSettingsDefaults): Promise<Record<string, never>> {
    requireAdministrator(actor);
    for (const [name, value] of Object.entries(settings)) check(name, value);
    await this.database.transaction((tx) =>
      saveRealm(tx, actor.realmId, actor.userId, this.installation, (row) => ({
        ...row,
        userSettingsDefaults: { ...row.userSettingsDefaults, ...settings } as typeof row.userSettingsDefaults,
      })),
    );
    return {};
  }
}

function check(name: string, value: SettingValue): void {
  if (!(REALM_DEFAULT_SETTING_NAMES as readonly string[]).includes(name)) throw badRequest(`Invalid ${name}`);
  if (isSettingValue(name as UserSettingName, value)) return;
  if (name === 'notificationSound') throw badRequest(`Invalid notification sound '${value}'`);
  if (name === 'emailNotificationsBatchingPeriodSeconds') {
    throw badRequest(`Invalid email batching period: ${value} seconds`);
  }
  throw badRequest(`Invalid ${USER_SETTINGS[name as UserSettingName].wireName}`);
}
