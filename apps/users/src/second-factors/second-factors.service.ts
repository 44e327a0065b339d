import {
  badRequest,
  organizationOwnerRequired,
  type Principal,
  type RecoveryCodes,
  Role,
  requiresSecondFactor,
  SecondFactorChanged,
  type SecondFactorProof,
  type SecondFactorState,
  type TotpSetUp,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { lockAccount } from '../accounts/find-account.js';
import { Realms } from '../realm/realms.js';
import { RecentSignInService } from '../recent-sign-in/recent-sign-in.service.js';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.js';
import { SecondFactorCodes } from './second-factor-codes.js';
import {
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  hasSecondFactor,
  storeRecoveryCodes,
} from './second-factors.repository.js';
import { TotpSetUps } from './totp-set-ups.js';

/** Changes of second factors by their owners and by administrators. */
@Injectable()
export class SecondFactorsService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly recentSignIn: RecentSignInService,
    private readonly setUps: TotpSetUps,
    private readonly codes: SecondFactorCodes,
  ) {}

  async state(actor: Principal): Promise<SecondFactorState> {
    const [realm, factor, recoveryCodesLeft, isRecent] = await Promise.all([
      this.realms.get(actor.realmId),
      findSecondFactor(this.database, actor.userId),
      countRecoveryCodes(this.database, actor.userId),
      this.recentSignIn.isRecent(actor),
    ]);
    const enabledAt = factor?.confirmedAt ? Math.floor(factor.confirmedAt.getTime() / 1_000) : null;
    const isRequired = requiresSecondFactor(realm, actor.role);
    return { isEnabled: factor !== null, enabledAt, recoveryCodesLeft, isRequired, needsPassword: !isRecent };
  }

  async beginSetUp(actor: Principal, password: string | undefined): Promise<TotpSetUp> {
    await this.recentSignIn.require(actor, password);
    return this.setUps.begin(actor, beginnerOf(actor));
  }

  /** For the page, which shows the secret again after a wrong code. */
  async ownSetUp(actor: Principal): Promise<{ setUp: TotpSetUp | null }> {
    return { setUp: actor.sessionId === undefined ? null : await this.setUps.underWay(actor, beginnerOf(actor)) };
  }

  async confirmSetUp({ realmId, userId }: Principal, code: string, clientAddress: string): Promise<RecoveryCodes> {
    return { recoveryCodes: await this.setUps.confirm({ realmId, userId, code, clientAddress }) };
  }

  async replaceRecoveryCodes(
    actor: Principal,
    proof: SecondFactorProof,
    clientAddress: string,
  ): Promise<RecoveryCodes> {
    const tried = await this.checkOwn(actor, proof, clientAddress);
    const recoveryCodes = newRecoveryCodes();
    await this.codes.use(tried, (tx, { userId }) =>
      storeRecoveryCodes(tx, userId, recoveryCodes.map(hashOfRecoveryCode)),
    );
    return { recoveryCodes };
  }

  async remove(actor: Principal, proof: SecondFactorProof, clientAddress: string): Promise<void> {
    const tried = await this.checkOwn(actor, proof, clientAddress);
    await this.codes.use(tried, async (tx, { realmId, userId }) => {
      await deleteSecondFactor(tx, userId);
      tx.record(realmId, SecondFactorChanged.of({ userId }));
    });
  }

  async removeOf(actor: Principal, userId: number): Promise<void> {
    if (userId === actor.userId) throw badRequest('Remove your own second factor with a code');
    await this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, actor.realmId, userId);
      if (account.role === Role.Owner && actor.role !== Role.Owner) throw organizationOwnerRequired();
      if (await deleteSecondFactor(tx, userId)) tx.record(actor.realmId, SecondFactorChanged.of({ userId }));
    });
  }

  /** The password first: a caller without the right to the change uses no code up. */
  private async checkOwn(actor: Principal, { code, password }: SecondFactorProof, clientAddress: string) {
    const { realmId, userId } = actor;
    await this.recentSignIn.require(actor, password);
    if (!(await hasSecondFactor(this.database, userId))) throw badRequest('You have no second factor');
    return { realmId, userId, code, clientAddress };
  }
}

const beginnerOf = ({ sessionId }: Principal): string => (sessionId === undefined ? 'key' : `session:${sessionId}`);
