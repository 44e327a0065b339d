import {
  authenticationFailed,
  badRequest,
  type Principal,
  type SignedIn,
  type StartedSession,
  type StartSession,
  userDeactivated,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { findAccount, lockAccount, noSuchUser } from '../accounts/find-account.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { PasswordChangesService } from '../passwords/password-changes.service.js';
import { readPasswordHash } from '../passwords/passwords.js';
import { Realms } from '../realm/realms.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { PasswordSignInService, type PasswordTry } from './password-sign-in.service.js';

/** Results of a sign-in: the API key, or a new session. */
@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordSignInService,
    private readonly apiKeys: ApiKeysService,
    private readonly sessions: SessionsService,
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

  /** A password or an account that ends during the check begins no session. */
  async startSession(request: StartSession, context: RequestContext): Promise<StartedSession> {
    const { account, authMethod, passwordHash } = await this.passwords.authenticate(request, context);
    return this.database.transaction(async (tx) => {
      const locked = await lockAccount(tx, account.realmId, account.userId);
      if (!locked.isActive) throw userDeactivated();
      const isFormer = passwordHash !== undefined && passwordHash !== (await readPasswordHash(tx, account.userId));
      if (isFormer) throw authenticationFailed();
      return this.sessions.start(tx, locked, { ...request, kind: 'web', authMethod });
    });
  }
}
