import {
  badRequest,
  type ConfirmSetUpAtSignIn,
  type RecoveryCodes,
  type ShowSetUpAtSignIn,
  SIGN_IN_AGAIN,
  type SignInResult,
  type SignInWithSecondFactor,
  type TotpSetUp,
} from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../accounts/account.entity.js';
import { lockActiveAccount } from '../accounts/find-account.js';
import type { PendingSignInEntity } from '../pending-sign-ins/pending-sign-ins.entity.js';
import { findPendingSignIn, markProved, takePendingSignIn } from '../pending-sign-ins/pending-sign-ins.repository.js';
import { Realms } from '../realm/realms.js';
import { SecondFactorCodes } from '../second-factors/second-factor-codes.js';
import { TotpSetUps } from '../second-factors/totp-set-ups.js';
import { requireMethod } from './require-method.js';
import { SignInCompletionService } from './sign-in-completion.service.js';

/** The second step of sign-ins: a code, or the set-up of a second factor that the realm requires. */
@Injectable()
export class SecondStepService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly codes: SecondFactorCodes,
    private readonly setUps: TotpSetUps,
    private readonly completion: SignInCompletionService,
  ) {}

  /** The code and the first step are used up in one transaction, so that both work once. */
  async signIn({ realmId, token, code, target }: SignInWithSecondFactor): Promise<SignInResult> {
    const pending = await this.find(realmId, token);
    requireMethod(await this.realms.get(realmId), pending.authMethod);
    const { userId, authMethod, providerSessionId, endsAt } = pending;
    const endsAtSeconds = endsAt === null ? undefined : endsAt.getTime() / 1_000;
    const providerSession = { id: providerSessionId ?? undefined, endsAtSeconds };
    const complete = async (tx: Transaction, account: AccountRow) => {
      if (!(await takePendingSignIn(tx, pending))) throw signInAgain();
      return this.completion.finish(tx, account, { authMethod, target, providerSession });
    };
    if (!pending.isProved) {
      return this.codes.use({ realmId, userId, code, clientAddress: target.clientAddress }, complete);
    }
    return this.database.transaction(async (tx) => complete(tx, await lockActiveAccount(tx, realmId, userId)));
  }

  async showSetUp({ realmId, token }: ShowSetUpAtSignIn): Promise<TotpSetUp> {
    const pending = await this.find(realmId, token);
    const begunBy = beginnerOf(pending);
    return (await this.setUps.underWay(pending, begunBy)) ?? this.setUps.begin(pending, begunBy);
  }

  async confirmSetUp({ realmId, token, code, clientAddress }: ConfirmSetUpAtSignIn): Promise<RecoveryCodes> {
    const pending = await this.find(realmId, token);
    const tried = { realmId, userId: pending.userId, code, clientAddress };
    return { recoveryCodes: await this.setUps.confirm(tried, (tx) => markProved(tx, pending)) };
  }

  private async find(realmId: number, token: string): Promise<PendingSignInEntity> {
    await this.realms.getActive(realmId);
    const pending = await findPendingSignIn(this.database, realmId, token);
    if (pending === null) throw signInAgain();
    return pending;
  }
}

const signInAgain = () => badRequest(SIGN_IN_AGAIN);
const beginnerOf = ({ tokenHash }: PendingSignInEntity): string => `sign-in:${tokenHash.toString('base64url')}`;
