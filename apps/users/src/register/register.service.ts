import {
  type Class,
  DisplaySettings,
  GetUsersRegisterState,
  NotificationSettings,
  OwnRegisterFields,
  type RealmRecord,
  type RegisterFields,
  SETTING_CHOICES,
  UserSettingsRegisterFields,
  wantsState,
  writerOf,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import type { JsonText } from '@chat/redis-rpc';
import { registerStateText } from '@chat/register-state';
import { Injectable } from '@nestjs/common';
import { type AccountRow, settingsOf } from '../accounts/account.row.js';
import { ApiKeyVault } from '../api-keys/api-key-vault.js';
import { Realms } from '../realm/realms.js';
import type { RealmAccounts } from '../realm-accounts/realm-accounts.js';
import { RealmAccountsReader } from '../realm-accounts/realm-accounts-reader.js';
import { botFields } from './bot-fields.js';
import { groupList } from './group-fields.js';
import { ownFields, spectatorFields } from './own-fields.js';
import { peopleFields } from './people-fields.js';
import { type OwnState, readOwnState } from './read-own-state.js';
import { statusList } from './status-fields.js';

const writeOwn = writerOf(OwnRegisterFields);

/**
 * The users service's part of register: of one moment, and only what was asked for. It costs one statement, whatever the size of
 * the realm, and the copying of texts that are there already.
 */
@Injectable()
export class RegisterService {
  constructor(
    private readonly database: Database,
    private readonly accounts: RealmAccountsReader,
    private readonly realms: Realms,
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
    if (wantsState(request, 'realm_bot')) fields.realm_bots = botFields(read, accounts, this.vault);
    return registerStateText(sequence, fields, request.knownBlocks);
  }
}

function forUser(
  request: GetUsersRegisterState,
  own: OwnState,
  account: AccountRow,
  accounts: RealmAccounts,
  realm: RealmRecord,
): RegisterFields {
  const wants = (type: string): boolean => wantsState(request, type);
  const fields: RegisterFields = {};
  if (wants('realm_user')) {
    Object.assign(
      fields,
      peopleFields(accounts, account, request.clientExtavatar),
      writeOwn(ownFields(account, realm)),
    );
  }
  if (wants('realm_user_groups')) fields.realm_user_groups = groupList(accounts.groups);
  Object.assign(fields, settingFields(request, account));
  if (wants('alert_words')) fields.alert_words = account.alertWords;
  if (wants('user_status')) fields.user_status = statusList(accounts);
  if (wants('muted_users')) fields.muted_users = own.mutedUsers;
  return { ...fields, ...notOffered(wants) };
}

function forSpectator(request: GetUsersRegisterState, accounts: RealmAccounts): RegisterFields {
  const wants = (type: string): boolean => wantsState(request, type);
  const fields: RegisterFields = {};
  if (wants('realm_user')) Object.assign(fields, peopleFields(accounts, null, false), writeOwn(spectatorFields()));
  if (wants('realm_user_groups')) fields.realm_user_groups = [];
  Object.assign(fields, settingFields(request, { settings: {} }));
  if (wants('alert_words')) fields.alert_words = [];
  if (wants('user_status')) fields.user_status = {};
  if (wants('muted_users')) fields.muted_users = [];
  return { ...fields, ...notOffered(wants) };
}

/** Clients without `user_settings_object` also find most settings at the top level. */
function settingFields(request: GetUsersRegisterState, account: Pick<AccountRow, 'settings'>): RegisterFields {
  const settings = { ...settingsOf(account), ...SETTING_CHOICES };
  const isOlder = !request.capabilities.userSettingsObject;
  const wants = (type: string): boolean => wantsState(request, type);
  return {
    ...(wants('user_settings') && onWire(UserSettingsRegisterFields, { userSettings: settings })),
    ...(isOlder && wants('update_display_settings') && onWire(DisplaySettings, settings)),
    ...(isOlder && wants('update_global_notifications') && onWire(NotificationSettings, settings)),
  };
}

const onWire = <Described extends object>(described: Class<Described>, fields: Described): RegisterFields =>
  writerOf(described)(fields);

/** What clients may ask for and a server without it answers. */
const notOffered = (wants: (type: string) => boolean): RegisterFields => (wants('hotspots') ? { hotspots: [] } : {});
