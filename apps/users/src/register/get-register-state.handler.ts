import {
  GetUsersRegisterState,
  type RealmRecord,
  type RegisterFields,
  type Stamped,
  wantsState,
} from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../accounts/account.row.js';
import { findAccount } from '../accounts/find-account.js';
import { RealmAccountsReader } from '../directory/realm-accounts.js';
import { readMutedUsers } from '../muted-users/read-muted-users.js';
import { readProfileData } from '../profile-data/read-profile-data.js';
import { RealmFacts } from '../realm/realm-facts.js';
import { readStatuses } from '../status/read-statuses.js';
import { groupFields } from './group-fields.js';
import { ownFields, spectatorFields } from './own-fields.js';
import { peopleFields } from './people-fields.js';
import { legacySettingFields, settingFields } from './setting-fields.js';

/** The users service's part of register: one snapshot, and of it only what was asked for. */
@Injectable()
export class GetRegisterStateHandler {
  constructor(
    private readonly database: Database,
    private readonly accounts: RealmAccountsReader,
    private readonly realms: RealmFacts,
  ) {}

  async handle(request: GetUsersRegisterState, realmId: number): Promise<Stamped<RegisterFields>> {
    const realm = await this.realms.get(realmId);
    return this.database.snapshot(realmId, async (tx) => {
      const account = request.actor && (await findAccount(tx, realmId, request.actor.userId));
      return account ? this.forUser(tx, request, account, realm) : this.forSpectator(tx, request, realmId);
    });
  }

  private async forUser(
    tx: Transaction,
    request: GetUsersRegisterState,
    account: AccountRow,
    realm: RealmRecord,
  ): Promise<Record<string, unknown>> {
    const { realmId } = account;
    const wants = (type: string): boolean => wantsState(request, type);
    const fields: Record<string, unknown> = {};
    if (wants('realm_user')) {
      const profiles = await readProfileData(tx, realmId);
      const { users } = (await this.accounts.getIn(tx, realmId)).state;
      Object.assign(fields, peopleFields(users, account, request.clientExtavatar, profiles));
      Object.assign(fields, ownFields(account, realm));
    }
    if (wants('realm_user_groups')) {
      fields['realm_user_groups'] = groupFields((await this.accounts.getIn(tx, realmId)).state.groups);
    }
    if (wants('user_settings')) fields['user_settings'] = settingFields(account);
    if (!request.capabilities.userSettingsObject) {
      if (wants('update_display_settings')) Object.assign(fields, legacySettingFields(account, 'display'));
      if (wants('update_global_notifications')) Object.assign(fields, legacySettingFields(account, 'notification'));
    }
    if (wants('alert_words')) fields['alert_words'] = account.alertWords;
    if (wants('user_status')) fields['user_status'] = await readStatuses(tx, realmId);
    if (wants('muted_users')) fields['muted_users'] = await readMutedUsers(tx, account.userId);
    return { ...fields, ...notOffered(wants) };
  }

  private async forSpectator(
    tx: Transaction,
    request: GetUsersRegisterState,
    realmId: number,
  ): Promise<Record<string, unknown>> {
    const wants = (type: string): boolean => wantsState(request, type);
    const fields: Record<string, unknown> = {};
    if (wants('realm_user')) {
      const { users } = (await this.accounts.getIn(tx, realmId)).state;
      Object.assign(fields, peopleFields(users, null, false, new Map()), spectatorFields());
    }
    if (wants('realm_user_groups')) fields['realm_user_groups'] = [];
    if (wants('user_settings')) fields['user_settings'] = settingFields({ settings: {} });
    if (!request.capabilities.userSettingsObject) {
      if (wants('update_display_settings')) Object.assign(fields, legacySettingFields({ settings: {} }, 'display'));
      if (wants('update_global_notifications')) {
        Object.assign(fields, legacySettingFields({ settings: {} }, 'notification'));
      }
    }
    if (wants('alert_words')) fields['alert_words'] = [];
    if (wants('user_status')) fields['user_status'] = {};
    if (wants('muted_users')) fields['muted_users'] = [];
    return { ...fields, ...notOffered(wants) };
  }
}

/** What clients may ask for and a server without it answers. */
function notOffered(wants: (type: string) => boolean): Record<string, unknown> {
  return { ...(wants('realm_bot') && { realm_bots: [] }), ...(wants('hotspots') && { hotspots: [] }) };
}
