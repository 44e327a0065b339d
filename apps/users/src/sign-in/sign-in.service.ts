import {
  ApiError,
  authenticationFailed,
  badRequest,
  type Credentials,
  passwordAuthDisabled,
  type RealmRecord,
  realmDeactivated,
  type SignedIn,
  userDeactivated,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../accounts/account.row.js';
import { isEmailAddress } from '../accounts/email-address.js';
import { findAccountByEmail } from '../accounts/find-account.js';
import { nameKey } from '../accounts/name-key.js';
import { ApiKeyVault } from '../api-keys/api-key-vault.js';
import { readApiKey } from '../api-keys/read-api-key.js';
import { ExternalSignIn, type FoundPerson } from '../ldap/external-sign-in.js';
import { isPasswordOf } from '../passwords/password-hash.js';
import { readPasswordHash } from '../passwords/store-password.js';
import { Realms } from '../realm/realms.js';
import { accountScope, addressScope, ldapEntryScope, unknownNameScope } from '../try-limits/sign-in-limits.js';
import { TryLimits, type TryScope } from '../try-limits/try-limits.js';

const MAX_USERNAME_LENGTH = 320;

@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly vault: ApiKeyVault,
    private readonly ldap: ExternalSignIn,
    private readonly limits: TryLimits,
  ) {}

  /** `address` is the client's. */
  async fetchApiKey({ username, password }: Credentials, address: string, context: RequestContext): Promise<SignedIn> {
    const realm = await this.realms.get(context.realmId);
    if (realm.isDeactivated) throw realmDeactivated();
    if (!realm.passwordAuthEnabled) throw passwordAuthDisabled();
    const name = username.trim();
    if (name.length > MAX_USERNAME_LENGTH) throw authenticationFailed();
    if (!this.usesLdap(realm) && !isEmailAddress(name)) throw badRequest('Enter a valid email address.');

    const account = await this.limits.run([addressScope(address)], async () => {
      const result = await this.identify(realm, name, password, context);
      return { succeeded: isAccount(result), result };
    });
    if (account instanceof Error) throw account;
    if (account === undefined) throw authenticationFailed();
    // Only whoever knows the password is told.
    if (!account.isActive) throw userDeactivated();
    const { userId, deliveryEmail } = account;
    return { apiKey: await readApiKey(this.database, this.vault, userId), email: deliveryEmail, userId };
  }

  private usesLdap(realm: RealmRecord): boolean {
    return this.ldap.isConfigured && realm.authenticationMethods.LDAP;
  }

  /** Tries are counted for whoever is meant, whichever of their names was typed. */
  private async identify(
    realm: RealmRecord,
    name: string,
    password: string,
    context: RequestContext,
  ): Promise<Outcome> {
    const { realmId } = realm;
    const named = await findAccountByEmail(this.database, realmId, name);
    const person = this.usesLdap(realm) ? await this.ldap.find(realm, name, context) : undefined;
    try {
      return await this.limits.run(scopesOf(realmId, name, named, person), async () => {
        const result = await this.authenticate(realm, named, person, password);
        return { succeeded: isAccount(result), result };
      });
    } finally {
      await person?.close();
    }
  }

  private async authenticate(
    realm: RealmRecord,
    named: AccountRow | undefined,
    person: FoundPerson | undefined,
    password: string,
  ): Promise<Outcome> {
    if (realm.emailAuthEnabled) {
      // Bots and unknown names too are made to wait for a hash.
      const hash = named && !named.isBot ? await readPasswordHash(this.database, named.userId) : undefined;
      if (await isPasswordOf(hash, password)) return named;
      // A failing LDAP server must not allow uncounted tries of stored passwords.
      if (hash !== undefined) return person?.signIn(password).catch(asOutcome);
    }
    return person?.signIn(password);
  }
}

/** Who it is; undefined: nobody with this password; or why nobody can say, which counts as a failed try. */
type Outcome = AccountRow | ApiError | undefined;

const isAccount = (outcome: Outcome): outcome is AccountRow => outcome !== undefined && !(outcome instanceof Error);

function asOutcome(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

function scopesOf(
  realmId: number,
  name: string,
  named: AccountRow | undefined,
  person: FoundPerson | undefined,
): readonly TryScope[] {
  const scopes = [named, person?.account].flatMap((account) => (account ? accountScope(realmId, account.userId) : []));
  if (person?.entryKey !== undefined && !person.account) scopes.push(ldapEntryScope(realmId, person.entryKey));
  if (scopes.length === 0) scopes.push(unknownNameScope(realmId, nameKey(name)));
  // One account is one scope. Taken in one order, so that no two tries wait for each other.
  const byKey = new Map(scopes.map((scope) => [scope.key, scope]));
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}
