import { invalidCode } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../accounts/account.entity.js';
import { lockActiveAccount } from '../accounts/find-account.js';
import { addressScope, TryLimits, type TryScope } from '../try-limits/try-limits.js';
import { hashOfRecoveryCode, normalizedCode } from './recovery-codes.js';
import { findSecondFactor, nowMs, storeLastStep, takeRecoveryCode } from './second-factors.repository.js';
import { stepOfCode, TOTP_CODE, totpSeal } from './totp.js';

/** A code for an account, with the network address that it came from. */
export interface CodeTry {
  readonly realmId: number;
  readonly userId: number;
  readonly code: string;
  readonly clientAddress: string;
}

type Check = (tx: Transaction, account: AccountRow) => Promise<boolean>;

/** Every use of a code. The lock of the account puts simultaneous uses in an order, so only the first of them succeeds. */
@Injectable()
export class SecondFactorCodes {
  private readonly seal = totpSeal();

  constructor(
    private readonly database: Database,
    private readonly limits: TryLimits,
  ) {}

  /** Runs `work` in the transaction that uses up a code of the app or a recovery code. Throws "Invalid code". */
  use<Result>(tried: CodeTry, work: (tx: Transaction, account: AccountRow) => Promise<Result>): Promise<Result> {
    return this.run(tried, (tx, { userId }) => this.take(tx, userId, tried.code), work);
  }

  /** The same with another check of the code. A check or work that throws does not count as a try. */
  async run<Result>(
    { realmId, userId, clientAddress }: Omit<CodeTry, 'code'>,
    isRight: Check,
    work: (tx: Transaction, account: AccountRow) => Promise<Result>,
  ): Promise<Result> {
    const tried = await this.limits.run(
      [addressScope(clientAddress), codeScope(realmId, userId)],
      () =>
        this.database.transaction(async (tx) => {
          const account = await lockActiveAccount(tx, realmId, userId);
          return (await isRight(tx, account)) ? { result: await work(tx, account) } : undefined;
        }),
      (outcome) => outcome !== undefined,
    );
    if (tried === undefined) throw invalidCode();
    return tried.result;
  }

  private async take(tx: Transaction, userId: number, typed: string): Promise<boolean> {
    const code = normalizedCode(typed);
    if (!TOTP_CODE.test(code)) return takeRecoveryCode(tx, userId, hashOfRecoveryCode(code));
    const factor = await findSecondFactor(tx, userId);
    if (factor === null) return false;
    // Recovery codes still work if another SECRET_KEY sealed the secret.
    const secret = this.seal.openOrEmpty(factor.secret);
    const step = secret === '' ? undefined : stepOfCode(secret, code, await nowMs(tx));
    if (step === undefined || step <= (factor.lastStep ?? 0)) return false;
    await storeLastStep(tx, userId, step);
    return true;
  }
}

/** Not forgiving: a right code of the owner must not give a thief of the password further tries. */
const codeScope = (realmId: number, userId: number): TryScope => ({
  key: `second-factor:${realmId}:${userId}`,
  limit: 5,
  windowMs: 600_000,
  isForgiving: false,
});
