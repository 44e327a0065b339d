import { requireOwner } from '@chat/auth';
import {
  AUTHENTICATION_METHODS,
  badRequest,
  configuredMethods,
  isLink,
  type Principal,
  REALM_SETTING_NAMES,
  REALM_SETTINGS,
  type RealmChanges,
  RealmSettings,
  type ServerSettings,
  settingsIn,
} from '@chat/contracts';
import { codePointCount } from '@chat/text';
import type { RealmRow } from './realm.repository.js';

const MAX_EXTERNAL_ACCOUNTS = 50;
const MAX_EXTERNAL_ACCOUNT_TEXT = 100;

/** Checks rights, and rules beyond the description of the parameters. Throws the first fault. */
export function checkRealmChanges(changes: RealmChanges, actor: Principal): void {
  const changed = REALM_SETTING_NAMES.filter((name) => changes[name] !== undefined);
  if (changed.some((name) => REALM_SETTINGS[name].isForOwners)) requireOwner(actor);
  if (changes.authenticationMethods) checkAuthentication(changes.authenticationMethods, actor);
  if (changes.defaultExternalAccounts) checkExternalAccounts(changes.defaultExternalAccounts);
}

function checkAuthentication(methods: Readonly<Record<string, boolean>>, actor: Principal): void {
  requireOwner(actor);
  const unknown = Object.keys(methods).find(
    (method) => !(AUTHENTICATION_METHODS as readonly string[]).includes(method),
  );
  if (unknown !== undefined) throw badRequest(`Invalid authentication method: ${unknown}`);
}

function checkExternalAccounts(accounts: NonNullable<RealmChanges['defaultExternalAccounts']>): void {
  const entries = Object.entries(accounts);
  if (entries.length > MAX_EXTERNAL_ACCOUNTS) {
    throw badRequest(`default_external_accounts is too long (limit: ${MAX_EXTERNAL_ACCOUNTS})`);
  }
  for (const [subtype, account] of entries) {
    // A profile field with its own pattern has the subtype `custom`.
    if (!/^[a-z0-9_-]{1,40}$/.test(subtype) || subtype === 'custom') throw badRequest('Invalid external account type');
    for (const text of [account.name, account.text, account.hint]) {
      if (codePointCount(text) > MAX_EXTERNAL_ACCOUNT_TEXT || /\p{Cc}/u.test(text)) {
        throw badRequest('Invalid default_external_accounts');
      }
    }
    if (account.name.trim() === '') throw badRequest('default_external_accounts name cannot be blank.');
    checkUrlPattern(account.urlPattern, 'url_pattern');
  }
}

/** Null is a value: no stream. */
const orElse = (given: number | null | undefined, current: number | null) => (given === undefined ? current : given);

/** Returns the row with the changes. Throws if no authentication method would be enabled. */
export function applyRealmChanges(row: RealmRow, changes: RealmChanges, server: ServerSettings): RealmRow {
  const authenticationMethods = { ...row.authenticationMethods, ...changes.authenticationMethods };
  const canSignIn = Object.values(configuredMethods({ ...row, authenticationMethods, server })).includes(true);
  if (changes.authenticationMethods && !canSignIn) {
    throw badRequest('At least one authentication method must be enabled.');
  }
  return {
    ...row,
    settings: { ...row.settings, ...settingsIn(RealmSettings, changes) },
    authenticationMethods,
    notificationsStreamId: orElse(changes.notificationsStreamId, row.notificationsStreamId),
    signupNotificationsStreamId: orElse(changes.signupNotificationsStreamId, row.signupNotificationsStreamId),
    presenceDisabled: changes.presenceDisabled ?? row.presenceDisabled,
    defaultExternalAccounts: changes.defaultExternalAccounts ?? row.defaultExternalAccounts,
  };
}

const USERNAME = '%(username)s';

/** Throws unless the pattern is a link with exactly one placeholder of the user name. */
export function checkUrlPattern(pattern: unknown, name: string): void {
  if (typeof pattern !== 'string' || pattern.split(USERNAME).length !== 2) {
    throw badRequest(`URL pattern must contain '${USERNAME}'.`);
  }
  if (!isLink(pattern.replace(USERNAME, 'username'))) throw badRequest(`${name} is not a URL`);
}
