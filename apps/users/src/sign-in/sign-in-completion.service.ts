import type { SignInResult, SignInTarget } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../accounts/account.entity.js';
import { DeviceKeysService } from '../device-keys/device-keys.service.js';
import { type ProviderSession, SessionsService } from '../sessions/sessions.service.js';

/** A person that has proved to own an account. */
export interface ProvedSignIn {
  /** The way of the proof, as lists of sessions show it. */
  readonly authMethod: string;
  readonly target: SignInTarget;
  readonly providerSession?: ProviderSession;
}

export type SignedInAccount = Pick<AccountRow, 'realmId' | 'userId' | 'deliveryEmail'>;

/** The one place that every sign-in ends in: by password, after a sign-up, and by every other proof. */
@Injectable()
export class SignInCompletionService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly deviceKeys: DeviceKeysService,
  ) {}

  /** The account is active, and the transaction has locked or made it: no simultaneous deactivation misses the result. */
  async complete(
    tx: Transaction,
    account: SignedInAccount,
    { authMethod, target, providerSession }: ProvedSignIn,
  ): Promise<SignInResult> {
    const { kind, tokenHash, ...device } = target;
    if (kind === 'mobile') {
      const apiKey = await this.deviceKeys.issue(tx, account, { authMethod, providerSession, ...device });
      return { result: 'device_key', apiKey, email: account.deliveryEmail, userId: account.userId };
    }
    const hash = Buffer.from(tokenHash, 'base64url');
    const session = { ...device, kind, authMethod, providerSession, tokenHash: hash };
    return { result: 'session', ...(await this.sessions.start(tx, account, session)) };
  }
}
