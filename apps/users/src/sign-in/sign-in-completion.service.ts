import type { BegunSession, SignInResult, SignInTarget } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../accounts/account.entity.js';
import { DeviceKeysService } from '../device-keys/device-keys.service.js';
import { LoginTokensService } from '../login-tokens/login-tokens.service.js';
import { countEnds } from '../sessions/end-sessions.js';
import { SessionsService, type SignInProof } from '../sessions/sessions.service.js';

/** A person that has proved to own an account. */
export interface ProvedSignIn extends SignInProof {
  readonly target: SignInTarget;
}

export type SignedInAccount = Pick<AccountRow, 'realmId' | 'userId' | 'deliveryEmail'>;

/** The one place that every sign-in ends in: by password, after a sign-up, and by every other proof. */
@Injectable()
export class SignInCompletionService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly deviceKeys: DeviceKeysService,
    private readonly loginTokens: LoginTokensService,
  ) {}

  /** The account is active, and the transaction has locked or made it: no simultaneous deactivation misses the result. */
  async complete(tx: Transaction, account: SignedInAccount, { target, ...how }: ProvedSignIn): Promise<SignInResult> {
    const { realmId, userId, deliveryEmail: email } = account;
    const { kind, tokenHash: _, ...device } = target;
    if (kind === 'mobile') {
      const apiKey = await this.deviceKeys.issue(tx, account, { ...how, ...device });
      return { result: 'device_key', apiKey, email, userId };
    }
    if (kind === 'desktop') {
      const ends = await countEnds(tx, userId);
      const loginToken = await this.loginTokens.issue({ realmId, userId, ends, ...how });
      return { result: 'login_token', loginToken };
    }
    return this.beginSession(tx, account, { ...how, target });
  }

  /** The last step: a session of this browser, or of the window of a desktop app. */
  async beginSession(tx: Transaction, account: SignedInAccount, signIn: ProvedSignIn): Promise<BegunSession> {
    const { target, ...how } = signIn;
    const session = { ...target, ...how, tokenHash: Buffer.from(target.tokenHash, 'base64url') };
    return { result: 'session', ...(await this.sessions.start(tx, account, session)) };
  }
}
