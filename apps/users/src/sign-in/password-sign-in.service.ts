import {
  type ApiError,
  authenticationFailed,
  badRequest,
  passwordAuthDisabled,
  type RealmRecord,
  userDeactivated,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../accounts/account.entity.js';
import { isEmailAddress } from '../accounts/email-address.js';
import { findAccountByEmail } from '../accounts/find-account.js';
import { nameKey } from '../accounts/names.js';
import { type FoundPerson, LdapSignIn } from '../ldap/ldap-sign-in.js';
import { isPasswordOf, readPasswordHash } from '../passwords/passwords.js';
import { Realms } from '../realm/realms.js';
import {
  accountScope,
  addressScope,
  asResult,
  ldapEntryScope,
  TryLimits,
  unknownNameScope,
} from '../try-limits/try-limits.js';

const MAX_USERNAME_LENGTH = 320;

/** A name and a password, with the network address that they came from. */
export interface PasswordTry {
  readonly username: string;
  readonly password: string;
  readonly clientAddress: string;
}

/** An active account, after the right password. */
export interface Authenticated {
  readonly account: AccountRow;
  readonly authMethod: 'password' | 'ldap';
  /** The stored hash that the password has; undefined for a password of the LDAP server. */
  readonly passwordHash: string | undefined;
}

/** The account; undefined if the password is wrong; or an error that counts as a failed try. */
type Outcome = Authenticated | ApiError | undefined;

const isAuthenticated = (outcome: Outcome): outcome is Authenticated =>
  outcome !== undefined && !(outcome instanceof Error);

/** Every sign-in by a password: for an API key and for a session. */
@Injectable()
export class PasswordSignInService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly ldap: LdapSignIn,
    private readonly limits: TryLimits,
  ) {}

  async authenticate({ username, password, clientAddress }: PasswordTry, context: RequestContext) {
    const realm = await this.realms.getActive(context.realmId);
    if (!realm.passwordAuthEnabled) throw passwordAuthDisabled();
    const name = username.trim();
    if (name.length > MAX_USERNAME_LENGTH) throw authenticationFailed();
    if (!this.ldap.isAvailable(realm) && !isEmailAddress(name)) throw badRequest('Enter a valid email address.');

    const authenticated = await this.limits.run(
      [addressScope(clientAddress)],
      () => this.identify(realm, name, password, context),
      isAuthenticated,
    );
    if (authenticated instanceof Error) throw authenticated;
    if (authenticated === undefined) throw authenticationFailed();
    // Only a client with the right password learns this.
    if (!authenticated.account.isActive) throw userDeactivated();
    return authenticated;
  }

  /** Counts tries for the account under all of its names. */
  private async identify(realm: RealmRecord, name: string, password: string, context: RequestContext) {
    const { realmId } = realm;
    const named = await findAccountByEmail(this.database, realmId, name);
    const person = this.ldap.isAvailable(realm) ? await this.ldap.find(realm, name, context) : undefined;
    try {
      const check = () => this.check(realm, named, person, password);
      return await this.limits.run(scopesOf(realmId, name, named, person), check, isAuthenticated);
    } finally {
      await person?.close();
    }
  }

  private async check(
    realm: RealmRecord,
    named: AccountRow | undefined,
    person: FoundPerson | undefined,
    password: string,
  ): Promise<Outcome> {
    if (realm.emailAuthEnabled) {
      // Bots and unknown names also cause the cost of a hash.
      const hash = named && !named.isBot ? await readPasswordHash(this.database, named.userId) : undefined;
      if (await isPasswordOf(hash, password)) {
        return named && { account: named, authMethod: 'password', passwordHash: hash };
      }
      // A failing LDAP server must not allow uncounted tries of stored passwords.
      if (hash !== undefined) return byLdap(person, password).catch(asResult);
    }
    return byLdap(person, password);
  }
}

async function byLdap(person: FoundPerson | undefined, password: string): Promise<Authenticated | undefined> {
  const account = await person?.signIn(password);
  return account && { account, authMethod: 'ldap', passwordHash: undefined };
}

function scopesOf(realmId: number, name: string, named: AccountRow | undefined, person: FoundPerson | undefined) {
  const scopes = [named, person?.account].flatMap((account) => (account ? accountScope(realmId, account.userId) : []));
  if (person?.entryKey !== undefined && !person.account) scopes.push(ldapEntryScope(realmId, person.entryKey));
  if (scopes.length === 0) scopes.push(unknownNameScope(realmId, nameKey(name)));
  // Each scope once and in one order, so that no two tries wait for each other.
  const byKey = new Map(scopes.map((scope) => [scope.key, scope]));
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}
