import {
  authenticationFailed,
  badRequest,
  FetchApiKey,
  passwordAuthDisabled,
  type RealmRecord,
  type ReplyOf,
  realmDeactivated,
  userDeactivated,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../accounts/account.row.js';
import { isEmailAddress } from '../accounts/email-address.js';
import { findAccountByEmail } from '../accounts/find-account.js';
import { foldName } from '../accounts/fold-name.js';
import { ApiKeyVault } from '../api-keys/api-key-vault.js';
import { readApiKey } from '../api-keys/read-api-key.js';
import { isPasswordOf } from '../passwords/password-hash.js';
import { readPasswordHash } from '../passwords/store-password.js';
import { RealmFacts } from '../realm/realm-facts.js';
import { DirectorySignIn } from './directory-sign-in.js';
import { accountScope, addressScope, unknownNameScope } from './sign-in-limits.js';
import { TryLimits } from './try-limits.js';

const MAX_USERNAME_LENGTH = 320;

@Injectable()
export class FetchApiKeyHandler {
  constructor(
    private readonly database: Database,
    private readonly realms: RealmFacts,
    private readonly vault: ApiKeyVault,
    private readonly directory: DirectorySignIn,
    private readonly limits: TryLimits,
  ) {}

  async handle({ realmId, username, password, address }: FetchApiKey): Promise<ReplyOf<FetchApiKey>> {
    const realm = await this.realms.get(realmId);
    if (realm.isDeactivated) throw realmDeactivated();
    if (!realm.passwordAuthEnabled) throw passwordAuthDisabled();
    const name = username.trim();
    if (name.length > MAX_USERNAME_LENGTH) throw authenticationFailed();
    if (!this.asksDirectory(realm) && !isEmailAddress(name)) throw badRequest('Enter a valid email address.');

    const named = await findAccountByEmail(this.database, realmId, name);
    const scope = named === undefined ? unknownNameScope(realmId, foldName(name)) : accountScope(realmId, named.userId);
    const account = await this.limits.run([addressScope(address), scope], async () => {
      const result = await this.authenticate(realm, named, name, password);
      return { succeeded: result !== undefined, result };
    });
    if (account === undefined) throw authenticationFailed();
    // Only whoever knows the password is told.
    if (!account.isActive) throw userDeactivated();
    const { userId, deliveryEmail } = account;
    return { apiKey: await readApiKey(this.database, this.vault, userId), email: deliveryEmail, userId };
  }

  private asksDirectory(realm: RealmRecord): boolean {
    return this.directory.isConfigured && realm.authenticationMethods.LDAP;
  }

  private async authenticate(
    realm: RealmRecord,
    named: AccountRow | undefined,
    name: string,
    password: string,
  ): Promise<AccountRow | undefined> {
    if (realm.emailAuthEnabled) {
      // Bots and unknown names too are made to wait for a hash.
      const hash = named && !named.isBot ? await readPasswordHash(this.database, named.userId) : undefined;
      if (await isPasswordOf(hash, password)) return named;
    }
    return this.asksDirectory(realm) ? this.directory.signIn(realm, name, password) : undefined;
  }
}
