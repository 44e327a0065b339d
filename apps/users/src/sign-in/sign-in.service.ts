import {
  authenticationFailed,
  badRequest,
  type Principal,
  type SignedIn,
  type SignInResult,
  type SignInWithPassword,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { findAccount, lockActiveAccount, noSuchUser } from '../accounts/find-account.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { PasswordChangesService } from '../passwords/password-changes.service.js';
import { readPasswordHash } from '../passwords/passwords.js';
import { Realms } from '../realm/realms.js';
import { PasswordSignInService, type PasswordTry } from './password-sign-in.service.js';
import { SignInCompletionService } from './sign-in-completion.service.js';

/** Sign-ins by a password. */
@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordSignInService,
    private readonly apiKeys: ApiKeysService,
    private readonly completion: SignInCompletionService,
    private readonly ownPasswords: PasswordChangesService,
    private readonly realms: Realms,
  ) {}

  async fetchApiKey(tried: PasswordTry, context: RequestContext): Promise<SignedIn> {
    const { userId, deliveryEmail } = (await this.passwords.authenticate(tried, context)).account;
    return { apiKey: await this.apiKeys.read(userId), email: deliveryEmail, userId };
  }

  async fetchOwnApiKey({ realmId, userId }: Principal, password: string): Promise<SignedIn> {
    const account = await findAccount(this.database, realmId, userId);
    if (account === undefined) throw noSuchUser();
    const isOwn = await this.ownPasswords.isOwn(account, await this.realms.get(realmId), password);
    if (!isOwn) throw badRequest('Password is incorrect.');
    return { apiKey: await this.apiKeys.read(userId), email: account.deliveryEmail, userId };
  }

  /** A password or an account that ends during the check does not sign in. */
  async signIn(request: SignInWithPassword, context: RequestContext): Promise<SignInResult> {
    const { username, password, target } = request;
    const { clientAddress } = target;
    const authenticated = await this.passwords.authenticate({ username, password, clientAddress }, context);
    const { account, authMethod, passwordHash } = authenticated;
    return this.database.transaction(async (tx) => {
      const locked = await lockActiveAccount(tx, account.realmId, account.userId);
      const isFormer = passwordHash !== undefined && passwordHash !== (await readPasswordHash(tx, account.userId));
      if (isFormer) throw authenticationFailed();
      return this.completion.complete(tx, locked, { authMethod, target });
    });
  }
}
