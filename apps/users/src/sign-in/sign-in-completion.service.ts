import type { SignInResult, SignInTarget } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../accounts/account.entity.js';
import { SessionsService } from '../sessions/sessions.service.js';

/** A person that has proved to own an account. */
export interface ProvedSignIn {
  /** The way of the proof, as lists of sessions show it. */
  readonly authMethod: string;
  readonly target: SignInTarget;
}

/** The one place that every sign-in ends in: by password, after a sign-up, and by every other proof. */
@Injectable()
export class SignInCompletionService {
  constructor(private readonly sessions: SessionsService) {}

  /** The account is active, and the transaction has locked or made it: no simultaneous deactivation misses the result. */
  async complete(
    tx: Transaction,
    account: Pick<AccountRow, 'realmId' | 'userId'>,
    { authMethod, target }: ProvedSignIn,
  ): Promise<SignInResult> {
    const { kind, tokenHash, userAgent, clientAddress } = target;
    const session = await this.sessions.start(tx, account, { kind, authMethod, tokenHash, userAgent, clientAddress });
    return { result: 'session', ...session };
  }
}
