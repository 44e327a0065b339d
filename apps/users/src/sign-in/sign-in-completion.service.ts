import {
  type BegunSession,
  type NeededSecondFactor,
  requiresSecondFactor,
  type SignInResult,
  type SignInTarget,
} from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../accounts/account.entity.js';
import { DeviceKeysService } from '../device-keys/device-keys.service.js';
import { KnownBrowsersService } from '../known-browsers/known-browsers.service.js';
import { LoginTokensService } from '../login-tokens/login-tokens.service.js';
import { insertPendingSignIn } from '../pending-sign-ins/pending-sign-ins.repository.js';
import { Realms } from '../realm/realms.js';
import { hasSecondFactor } from '../second-factors/second-factors.repository.js';
import { countEnds } from '../sessions/end-sessions.js';
import { SessionsService, type SignInProof } from '../sessions/sessions.service.js';

/** A person that has proved to own an account. */
export interface ProvedSignIn extends SignInProof {
  readonly target: SignInTarget;
}

/** For a new account the fields that matter. */
export type SignedInAccount = Pick<
  AccountRow,
  'realmId' | 'userId' | 'deliveryEmail' | 'role' | 'fullName' | 'settings'
>;

/** The one place that every sign-in ends in: by password, after a sign-up, and by every other proof. */
@Injectable()
export class SignInCompletionService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly deviceKeys: DeviceKeysService,
    private readonly loginTokens: LoginTokensService,
    private readonly realms: Realms,
    private readonly browsers: KnownBrowsersService,
  ) {}

  /**
   * The account is active, and the transaction has locked or made it: no simultaneous deactivation misses the result. A sign-in that counts
   * as both factors needs no second step.
   */
  async complete(
    tx: Transaction,
    account: SignedInAccount,
    signIn: ProvedSignIn,
    { countsAsBothFactors = false, isNewAccount = false } = {},
  ): Promise<SignInResult> {
    if (isNewAccount) await this.browsers.remember(tx, account, signIn.target);
    const secondStep = countsAsBothFactors ? undefined : await this.secondStep(tx, account, signIn);
    return secondStep ?? this.finish(tx, account, signIn);
  }

  /** The same after the second step. */
  async finish(tx: Transaction, account: SignedInAccount, signIn: ProvedSignIn): Promise<SignInResult> {
    const { target, ...how } = signIn;
    const { realmId, userId, deliveryEmail: email } = account;
    const { kind, tokenHash: _, next, ...device } = target;
    if (kind === 'mobile') {
      await this.browsers.noteSignIn(tx, account, target);
      const apiKey = await this.deviceKeys.issue(tx, account, { ...how, ...device });
      return { result: 'device_key', apiKey, email, userId };
    }
    if (kind === 'desktop') {
      const ends = await countEnds(tx, userId);
      const loginToken = await this.loginTokens.issue({ kind, realmId, userId, ends, next, ...how });
      return { result: 'login_token', loginToken };
    }
    return this.beginSession(tx, account, signIn);
  }

  /** The token of a new account of another host: its browser exchanges it there for a session. */
  async continueElsewhere(
    tx: Transaction,
    { realmId, userId }: Pick<SignedInAccount, 'realmId' | 'userId'>,
    how: SignInProof,
  ) {
    return this.loginTokens.issue({ kind: 'web', realmId, userId, ends: await countEnds(tx, userId), ...how });
  }

  /** The last step: a session of this browser, or of the window of a desktop app. */
  async beginSession(tx: Transaction, account: SignedInAccount, signIn: ProvedSignIn): Promise<BegunSession> {
    const { target, ...how } = signIn;
    // The person of a new account expects no mail about it, also if a login token leads to another host or app.
    if (how.authMethod === 'registration') await this.browsers.remember(tx, account, target);
    else await this.browsers.noteSignIn(tx, account, target);
    const session = { ...target, ...how, tokenHash: Buffer.from(target.tokenHash, 'base64url') };
    return { result: 'session', ...(await this.sessions.start(tx, account, session)) };
  }

  /** Undefined for an account that has no second factor and needs none. */
  private async secondStep(
    tx: Transaction,
    { realmId, userId, role }: SignedInAccount,
    { authMethod, providerSession }: ProvedSignIn,
  ): Promise<NeededSecondFactor | undefined> {
    const needsSetUp = !(await hasSecondFactor(tx, userId));
    if (needsSetUp && !requiresSecondFactor(await this.realms.get(realmId), role)) return undefined;
    const endsAtSeconds = providerSession?.endsAtSeconds;
    const endsAt = endsAtSeconds === undefined ? null : new Date(endsAtSeconds * 1_000);
    const signIn = { realmId, userId, authMethod, providerSessionId: providerSession?.id ?? null, endsAt };
    return { result: 'second_factor', secondFactorToken: await insertPendingSignIn(tx, signIn), needsSetUp };
  }
}
