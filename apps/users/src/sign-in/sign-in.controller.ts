import {
  type ApiError,
  authenticationFailed,
  badRequest,
  Credentials,
  fetchApiKey,
  passwordAuthDisabled,
  type RealmRecord,
  realmDeactivated,
  type SignedIn,
  userDeactivated,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { type RequestContext, RpcContext } from '@chat/redis-rpc';
import { ClientAddress, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Ctx } from '@nestjs/microservices';
import type { AccountRow } from '../accounts/account.entity.js';
import { isEmailAddress } from '../accounts/email-address.js';
import { findAccountByEmail } from '../accounts/find-account.js';
import { nameKey } from '../accounts/names.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
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

/** The account; undefined if the password is wrong; or an error that counts as a failed try. */
type Outcome = AccountRow | ApiError | undefined;

const isAccount = (outcome: Outcome): outcome is AccountRow => outcome !== undefined && !(outcome instanceof Error);

@Controller()
export class SignInController {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly apiKeys: ApiKeysService,
    private readonly ldap: LdapSignIn,
    private readonly limits: TryLimits,
  ) {}

  /** `address` is the network address of the client. */
  @Handles(fetchApiKey)
  async fetchApiKey(
    @Parameters() { username, password }: Credentials,
    @ClientAddress() address: string,
    @Ctx() { request }: RpcContext,
  ): Promise<SignedIn> {
    const realm = await this.realms.get(request.realmId);
    if (realm.isDeactivated) throw realmDeactivated();
    if (!realm.passwordAuthEnabled) throw passwordAuthDisabled();
    const name = username.trim();
    if (name.length > MAX_USERNAME_LENGTH) throw authenticationFailed();
    if (!this.ldap.isAvailable(realm) && !isEmailAddress(name)) throw badRequest('Enter a valid email address.');

    const account = await this.limits.run(
      [addressScope(address)],
      () => this.identify(realm, name, password, request),
      isAccount,
    );
    if (account instanceof Error) throw account;
    if (account === undefined) throw authenticationFailed();
    // Only a client with the right password learns this.
    if (!account.isActive) throw userDeactivated();
    const { userId, deliveryEmail } = account;
    return { apiKey: await this.apiKeys.read(userId), email: deliveryEmail, userId };
  }

  /** Counts tries for the account under all of its names. */
  private async identify(realm: RealmRecord, name: string, password: string, context: RequestContext) {
    const { realmId } = realm;
    const named = await findAccountByEmail(this.database, realmId, name);
    const person = this.ldap.isAvailable(realm) ? await this.ldap.find(realm, name, context) : undefined;
    try {
      const authenticate = () => this.authenticate(realm, named, person, password);
      return await this.limits.run(scopesOf(realmId, name, named, person), authenticate, isAccount);
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
      // Bots and unknown names also cause the cost of a hash.
      const hash = named && !named.isBot ? await readPasswordHash(this.database, named.userId) : undefined;
      if (await isPasswordOf(hash, password)) return named;
      // A failing LDAP server must not allow uncounted tries of stored passwords.
      if (hash !== undefined) return person?.signIn(password).catch(asResult);
    }
    return person?.signIn(password);
  }
}

function scopesOf(realmId: number, name: string, named: AccountRow | undefined, person: FoundPerson | undefined) {
  const scopes = [named, person?.account].flatMap((account) => (account ? accountScope(realmId, account.userId) : []));
  if (person?.entryKey !== undefined && !person.account) scopes.push(ldapEntryScope(realmId, person.entryKey));
  if (scopes.length === 0) scopes.push(unknownNameScope(realmId, nameKey(name)));
  // Each scope once and in one order, so that no two tries wait for each other.
  const byKey = new Map(scopes.map((scope) => [scope.key, scope]));
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}
