import {
  ApiError,
  authenticationFailed,
  type BegunSession,
  badRequest,
  type Principal,
  type RedeemLoginToken,
  requiresSecondFactor,
  type SignedIn,
  type SignInResult,
  type SignInWithPassword,
  secondFactorRequired,
  secondFactorSetUpRequired,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { findAccount, lockActiveAccount, noSuchUser } from '../accounts/find-account.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { KnownBrowsersService } from '../known-browsers/known-browsers.service.js';
import { LoginTokensService } from '../login-tokens/login-tokens.service.js';
import { linkNotValid } from '../mailed-links/mailed-links.js';
import { PasswordChangesService } from '../passwords/password-changes.service.js';
import { readPasswordHash } from '../passwords/passwords.js';
import { Realms } from '../realm/realms.js';
import { SecondFactorCodes } from '../second-factors/second-factor-codes.js';
import { hasSecondFactor } from '../second-factors/second-factors.repository.js';
import { countEnds } from '../sessions/end-sessions.js';
import { PasswordSignInService, type PasswordTry } from './password-sign-in.service.js';
import { requireMethod } from './require-method.js';
import { SignInCompletionService } from './sign-in-completion.service.js';

/** A try of a program that wants the API key. */
interface ProgramTry extends PasswordTry {
  /** Gateways of the former release leave it out. */
  readonly userAgent: string | undefined;
}

/** Sign-ins by a password. */
@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordSignInService,
    private readonly apiKeys: ApiKeysService,
    private readonly completion: SignInCompletionService,
    private readonly loginTokens: LoginTokensService,
    private readonly ownPasswords: PasswordChangesService,
    private readonly realms: Realms,
    private readonly codes: SecondFactorCodes,
    private readonly browsers: KnownBrowsersService,
  ) {}

  /** Looks at the second factor only after the right password: an error, its text or its time must not reveal one. */
  async fetchApiKey(
    { userAgent, ...tried }: ProgramTry,
    code: string | undefined,
    context: RequestContext,
  ): Promise<SignedIn> {
    const { account } = await this.passwords.authenticate(tried, context);
    const { realmId, userId, deliveryEmail, role } = account;
    if (await hasSecondFactor(this.database, userId)) {
      if (code === undefined) throw secondFactorRequired();
      await this.codes
        .use({ realmId, userId, code, clientAddress: tried.clientAddress }, async () => {})
        .catch(asSignInError);
    } else if (requiresSecondFactor(await this.realms.get(realmId), role)) {
      throw secondFactorSetUpRequired();
    }
    if (userAgent !== undefined) await this.browsers.noteProgram(account, userAgent, tried.clientAddress);
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

  /** Checks account and realm again: both may have changed since the token was issued. */
  async redeemLoginToken({ realmId, token, target }: RedeemLoginToken): Promise<BegunSession> {
    const signIn = await this.loginTokens.take(realmId, token);
    if (signIn === undefined) throw linkNotValid();
    const { userId, kind, ends, next, authMethod, providerSession } = signIn;
    requireMethod(await this.realms.get(realmId), authMethod);
    return this.database.transaction(async (tx) => {
      const account = await lockActiveAccount(tx, realmId, userId);
      if (ends !== (await countEnds(tx, userId))) throw linkNotValid();
      const proved = { authMethod, providerSession, target: { ...target, kind } };
      return { ...(await this.completion.beginSession(tx, account, proved)), next };
    });
  }
}

/** A wrong code of a sign-in is a 401 like a wrong password. */
function asSignInError(error: unknown): never {
  if (error instanceof ApiError && error.code === 'BAD_REQUEST') throw secondFactorRequired(error.message);
  throw error;
}
