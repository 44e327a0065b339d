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
import { type JsonText, RpcContext } from '@chat/redis-rpc';
import { registerStateText } from '@chat/register-state';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { type AccountRow, settingsOf } from '../accounts/account.entity.js';
import { ApiKeyVault } from '../api-keys/api-key-vault.js';
import { Realms } from '../realm/realms.js';
import type { RealmAccounts } from '../realm-accounts/realm-accounts.js';
import { RealmAccountsReader } from '../realm-accounts/realm-accounts-reader.js';
import { type OwnState, ownFields, readOwnState, SPECTATOR_FIELDS } from './own-fields.js';
import { botList, groupList, peopleFields, statusList } from './register-lists.js';

const writeOwn = writerOf(OwnRegisterFields);

/** The users service's part of register, at one moment. It costs one statement and copies of cached texts for any realm size. */
@Controller()
export class RegisterController {
  constructor(
    private readonly database: Database,
    private readonly accounts: RealmAccountsReader,
    private readonly realms: Realms,
    private readonly vault: ApiKeyVault,
  ) {}

  /** Returns the requested fields with their sequence, as text. */
  @MessagePattern(GetUsersRegisterState.pattern)
  async getState(@Payload() request: GetUsersRegisterState, @Ctx() context: RpcContext): Promise<JsonText> {
    const { realmId } = context.request;
    const realm = await this.realms.get(realmId);
    const wantsBots = wantsState(request, 'realm_bot');
    const own = await this.accounts.with(realmId, () =>
      readOwnState(this.database, realmId, request.actor?.userId, wantsBots),
    );
    const fields = fieldsFor(request, own, own.accounts, realm);
    if (wantsBots) fields.realm_bots = botList(own, own.accounts, this.vault);
    return registerStateText(own.sequence, fields, request.knownBlocks);
  }
}

/** A spectator (without an account) sees empty lists, and system bots as the only users. */
function fieldsFor(
  request: GetUsersRegisterState,
  { account, mutedUsers }: OwnState,
  accounts: RealmAccounts,
  realm: RealmRecord,
): RegisterFields {
  const wants = (type: string): boolean => wantsState(request, type);
  const fields: RegisterFields = {};
  if (wants('realm_user')) Object.assign(fields, realmUserFields(request, account, accounts, realm));
  if (wants('realm_user_groups')) fields.realm_user_groups = account ? groupList(accounts.groups) : [];
  Object.assign(fields, settingFields(request, account ?? { settings: {} }));
  if (wants('alert_words')) fields.alert_words = account?.alertWords ?? [];
  if (wants('user_status')) fields.user_status = account ? statusList(accounts, account.userId) : {};
  if (wants('muted_users')) fields.muted_users = mutedUsers;
  // This server offers no hotspots, but clients may request them.
  return wants('hotspots') ? { ...fields, hotspots: [] } : fields;
}

function realmUserFields(
  request: GetUsersRegisterState,
  account: AccountRow | undefined,
  accounts: RealmAccounts,
  realm: RealmRecord,
): RegisterFields {
  if (account === undefined) return { ...peopleFields(accounts, null, false), ...writeOwn(SPECTATOR_FIELDS) };
  return { ...peopleFields(accounts, account, request.clientExtavatar), ...writeOwn(ownFields(account, realm)) };
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
