import { requireOwner } from '@chat/auth';
import {
  AUTHENTICATION_METHODS,
  type AuthenticationMethod,
  badRequest,
  badValue,
  isRealmSettingValue,
  type Principal,
  REALM_SETTINGS,
  type RealmChanges,
  type RealmSettingName,
  type SettingValue,
} from '@chat/contracts';
import { checkUrlPattern } from './check-url-pattern.js';

/** External accounts of one realm. */
const MAX_EXTERNAL_ACCOUNTS = 50;
const MAX_EXTERNAL_ACCOUNT_TEXT = 100;

/** Checks what does not depend on stored data: rights, and the rules of the settings table. Throws the first fault. */
export function checkRealmChanges(changes: RealmChanges, actor: Principal): void {
  for (const [name, value] of Object.entries(changes.settings ?? {})) {
    if (!Object.hasOwn(REALM_SETTINGS, name)) throw badRequest(`Invalid ${name}`);
    const setting = name as RealmSettingName;
    if (REALM_SETTINGS[setting].isForOwners) requireOwner(actor);
    checkValue(setting, value);
  }
  if (changes.authenticationMethods) checkAuthentication(changes.authenticationMethods, actor);
  if (changes.defaultExternalAccounts) checkExternalAccounts(changes.defaultExternalAccounts);
}

function checkValue(name: RealmSettingName, value: SettingValue): void {
  const { rule, wireName } = REALM_SETTINGS[name];
  if (!isRealmSettingValue(name, value)) {
    if (name === 'defaultLanguage') throw badRequest(`Invalid language '${value}'`);
    if (rule.kind === 'text' && typeof value === 'string') {
      throw badRequest(`${wireName} is too long (limit: ${rule.maxLength} characters)`);
    }
    throw badRequest(`Invalid ${wireName}`);
  }
  if (name === 'messageRetentionDays' && value === 0) {
    throw badValue(wireName, '0');
  }
  if (typeof value !== 'string') return;
  const isOneLine = name !== 'description';
  if (name === 'name' && value.trim() === '') throw badRequest(`${wireName} cannot be blank.`);
  if (value.includes('\0') || (isOneLine && /\p{Cc}/u.test(value))) {
    throw badRequest(`Invalid characters in ${wireName}!`);
  }
}

function checkAuthentication(
  methods: Partial<Readonly<Record<AuthenticationMethod, boolean>>>,
  actor: Principal,
): void {
  requireOwner(actor);
  for (const [method, isEnabled] of Object.entries(methods)) {
    if (!(AUTHENTICATION_METHODS as readonly string[]).includes(method)) {
      throw badRequest(`Invalid authentication method: ${method}`);
    }
    if (typeof isEnabled !== 'boolean') throw badRequest(`authentication_methods["${method}"] is not a boolean`);
  }
}

function checkExternalAccounts(accounts: NonNullable<RealmChanges['defaultExternalAccounts']>): void {
  const entries = Object.entries(accounts);
  if (entries.length > MAX_EXTERNAL_ACCOUNTS) {
    throw badRequest(`default_external_accounts is too long (limit: ${MAX_EXTERNAL_ACCOUNTS})`);
  }
  for (const [subtype, account] of entries) {
    // A profile field with its own pattern has the subtype `custom`.
    if (!/^[a-z0-9_-]{1,40}$/.test(subtype) || subtype === 'custom') {
      throw badRequest('Invalid external account type');
    }
    for (const text of [account.name, account.text, account.hint]) {
      if (typeof text !== 'string' || [...text].length > MAX_EXTERNAL_ACCOUNT_TEXT || /\p{Cc}/u.test(text)) {
        throw badRequest('Invalid default_external_accounts');
      }
    }
    if (account.name.trim() === '') throw badRequest('default_external_accounts name cannot be blank.');
    checkUrlPattern(account.urlPattern, 'url_pattern');
  }
}
