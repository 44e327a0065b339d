import {
  badRequest,
  type EndSessionsOfIdentity,
  type IdentityList,
  type IdentitySelection,
  organizationOwnerRequired,
  type Principal,
  Role,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { findAccount, lockAccount, noSuchUser } from '../accounts/find-account.js';
import { endAllSessions, endSessions, endWaitingSignIns } from '../sessions/end-sessions.js';
import { findIdentities, findOwnersFor, removeIdentity } from './identities.repository.js';

/** The identities of accounts at providers. */
@Injectable()
export class IdentitiesService {
  constructor(private readonly database: Database) {}

  async list({ realmId }: Principal, userId: number): Promise<IdentityList> {
    const account = await findAccount(this.database, realmId, userId);
    if (account === undefined || account.isSystemBot) throw noSuchUser();
    const identities = await findIdentities(this.database, realmId, userId);
    return {
      identities: identities.map(({ provider, subject, linkedAt }) => {
        return { provider, subject, linkedAt: Math.floor(linkedAt.getTime() / 1_000) };
      }),
    };
  }

  async delete(actor: Principal, { userId, provider }: IdentitySelection): Promise<void> {
    await this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, actor.realmId, userId);
      if (account.role === Role.Owner && actor.role !== Role.Owner) throw organizationOwnerRequired();
      if (!(await removeIdentity(tx, userId, provider))) throw badRequest('No such identity');
      await endSessions(tx, account, { authMethod: provider });
      await endWaitingSignIns(tx, userId);
    });
  }

  async endSessionsOf(request: EndSessionsOfIdentity): Promise<Record<string, never>> {
    const { realmId } = request;
    await this.database.transaction(async (tx) => {
      const userIds = await findOwnersFor(tx, request);
      // In one order, against deadlocks. A sign-in at the same time comes before the end or after it.
      for (const userId of userIds) await endAllSessions(tx, await lockAccount(tx, realmId, userId));
    });
    return {};
  }
}
