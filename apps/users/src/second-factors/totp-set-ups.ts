import { badRequest, SecondFactorChanged, type TotpSetUp } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { findAccount, lockActiveAccount } from '../accounts/find-account.js';
import { Realms } from '../realm/realms.js';
import { hashOfRecoveryCode, newRecoveryCodes, normalizedCode } from './recovery-codes.js';
import { type CodeTry, SecondFactorCodes } from './second-factor-codes.js';
import {
  findSetUp,
  hasSecondFactor,
  nowMs,
  storeConfirmation,
  storeRecoveryCodes,
  storeSetUp,
} from './second-factors.repository.js';
import { newTotpSecret, otpauthUrl, qrSvg, stepOfCode, totpSeal } from './totp.js';

/** Sets up second factors: a secret, which its first code confirms. */
@Injectable()
export class TotpSetUps {
  private readonly seal = totpSeal();

  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly codes: SecondFactorCodes,
  ) {}

  /** Makes a secret. It replaces an earlier one that was not confirmed: another person may know that. */
  async begin({ realmId, userId }: Pick<CodeTry, 'realmId' | 'userId'>, begunBy: string): Promise<TotpSetUp> {
    const secret = newTotpSecret();
    const { deliveryEmail } = await this.database.transaction(async (tx) => {
      const account = await lockActiveAccount(tx, realmId, userId);
      if (await hasSecondFactor(tx, userId)) throw badRequest('You already have a second factor');
      await storeSetUp(tx, userId, this.seal.seal(secret), begunBy);
      return account;
    });
    return this.shown(realmId, secret, deliveryEmail);
  }

  /** The set-up that `begunBy` began a short time ago, to show it again; null if there is none. */
  async underWay({ realmId, userId }: Pick<CodeTry, 'realmId' | 'userId'>, begunBy: string): Promise<TotpSetUp | null> {
    const [setUp, account] = await Promise.all([
      findSetUp(this.database, userId),
      findAccount(this.database, realmId, userId),
    ]);
    if (setUp?.begunBy !== begunBy || account === undefined) return null;
    return this.shown(realmId, this.seal.open(setUp.secret), account.deliveryEmail);
  }

  /** Confirms the secret by its first code, and returns the recovery codes. Sign-ins need a code from now on. */
  async confirm(tried: CodeTry, also?: (tx: Transaction) => Promise<void>): Promise<readonly string[]> {
    const recoveryCodes = newRecoveryCodes();
    let step: number | undefined;
    return this.codes.run(
      tried,
      async (tx, { userId }) => {
        const setUp = await findSetUp(tx, userId);
        if (setUp === null) throw badRequest('Begin the set-up again');
        step = stepOfCode(this.seal.open(setUp.secret), normalizedCode(tried.code), await nowMs(tx));
        return step !== undefined;
      },
      async (tx, { realmId, userId }) => {
        await storeConfirmation(tx, userId, step as number);
        await storeRecoveryCodes(tx, userId, recoveryCodes.map(hashOfRecoveryCode));
        await also?.(tx);
        tx.record(realmId, SecondFactorChanged.of({ userId }));
        return recoveryCodes;
      },
    );
  }

  private async shown(realmId: number, secret: string, email: string): Promise<TotpSetUp> {
    const url = otpauthUrl(secret, (await this.realms.get(realmId)).name, email);
    return { secret, otpauthUrl: url, qrSvg: qrSvg(url) };
  }
}
