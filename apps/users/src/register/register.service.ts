import { GetUsersRegisterState, type RealmRecord, wantsState } from '@chat/contracts';
import { Database } from '@chat/persistence';
import type { JsonText } from '@chat/redis-rpc';
import { registerStateText } from '@chat/register-state';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../accounts/account.row.js';
import { ApiKeyVault } from '../api-keys/api-key-vault.js';
import { RealmFacts } from '../realm/realm-facts.js';
import type { RealmAccounts } from '../realm-accounts/realm-accounts.js';
import { RealmAccountsReader } from '../realm-accounts/realm-accounts-reader.js';
import { botFields } from './bot-fields.js';
import { groupList } from './group-fields.js';
import { ownFields, spectatorFields } from './own-fields.js';
import { peopleFields } from './people-fields.js';
import { type OwnState, readOwnState } from './read-own-state.js';
import { legacySettingFields, settingFields } from './setting-fields.js';
import { statusList } from './status-fields.js';

type Fields = Record<string, unknown>;

/**
 * The users service's part of register: of one moment, and only what was asked for. It costs one statement, whatever the size of
 * the realm, and the copying of texts that are there already.
 */
@Injectable()
export class RegisterService {
  constructor(
    private readonly database: Database,
    private readonly accounts: RealmAccountsReader,
    private readonly realms: RealmFacts,
    private readonly vault: ApiKeyVault,
  ) {}

  /** Stamped register fields, as text. */
  async handle(request: GetUsersRegisterState, realmId: number): Promise<JsonText> {
    const realm = await this.realms.get(realmId);
    const read = await this.accounts.with(realmId, () =>
      readOwnState(this.database, realmId, request.actor?.userId, wantsState(request, 'realm_bot')),
    );
    const { sequence, account, accounts } = read;
    const fields = account ? forUser(request, read, account, accounts, realm) : forSpectator(request, accounts);
    if (wantsState(request, 'realm_bot')) fields['realm_bots'] = botFields(read, accounts, this.vault);
    return registerStateText(sequence, fields, request.knownBlocks);
  }
}

function forUser(
  request: GetUsersRegisterState,
  own: OwnState,
  account: AccountRow,
  accounts: RealmAccounts,
  realm: RealmRecord,
): Fields {
  const wants = (type: string): boolean => wantsState(request, type);
  const fields: Fields = {};
  if (wants('realm_user')) {
    Object.assign(fields, peopleFields(accounts, account, request.clientExtavatar), ownFields(account, realm));
  }
  if (wants('realm_user_groups')) fields['realm_user_groups'] = groupList(accounts.groups);
  if (wants('user_settings')) fields['user_settings'] = settingFields(account);
  Object.assign(fields, olderSettings(request, account));
  if (wants('alert_words')) fields['alert_words'] = account.alertWords;
  if (wants('user_status')) fields['user_status'] = statusList(accounts);
  if (wants('muted_users')) fields['muted_users'] = own.mutedUsers;
  return { ...fields, ...notOffered(wants) };
}

function forSpectator(request: GetUsersRegisterState, accounts: RealmAccounts): Fields {
  const wants = (type: string): boolean => wantsState(request, type);
  const nobody = { settings: {} };
  const fields: Fields = {};
  if (wants('realm_user')) Object.assign(fields, peopleFields(accounts, null, false), spectatorFields());
  if (wants('realm_user_groups')) fields['realm_user_groups'] = [];
  if (wants('user_settings')) fields['user_settings'] = settingFields(nobody);
  Object.assign(fields, olderSettings(request, nobody));
  if (wants('alert_words')) fields['alert_words'] = [];
  if (wants('user_status')) fields['user_status'] = {};
  if (wants('muted_users')) fields['muted_users'] = [];
  return { ...fields, ...notOffered(wants) };
}

function olderSettings(request: GetUsersRegisterState, account: Pick<AccountRow, 'settings'>): Fields {
  if (request.capabilities.userSettingsObject) return {};
  return {
    ...(wantsState(request, 'update_display_settings') && legacySettingFields(account, 'display')),
    ...(wantsState(request, 'update_global_notifications') && legacySettingFields(account, 'notification')),
  };
}

/** What clients may ask for and a server without it answers. */
const notOffered = (wants: (type: string) => boolean): Fields => (wants('hotspots') ? { hotspots: [] } : {});
