import {
  badRequest,
  cannotDeactivateLastUser,
  organizationOwnerRequired,
  type Principal,
  type RealmRecord,
  Role,
  type UserDeactivation,
  UserStatusChanged,
} from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { changeAccount } from '../account-changes/change-account.js';
import { deactivateDependents } from '../account-changes/deactivate-dependents.js';
import { AccountEntity } from '../accounts/account.entity.js';
import type { AccountRow } from '../accounts/account.row.js';
import { lockAccount } from '../accounts/find-account.js';
import { lockOwners, refuseToDeactivateOnlyOwner } from '../accounts/last-owner.js';
import { type Mail, Mailer } from '../mail/mailer.js';
import { senderOf } from '../mail/sender.js';
import { ProfileValuesService } from '../profile-data/profile-values.service.js';
import { Realms } from '../realm/realms.js';
import { readStatus } from '../user-status/user-status.repository.js';

@Injectable()
export class DeactivateUserService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly profiles: ProfileValuesService,
    private readonly mailer: Mailer,
  ) {}

  /** By an administrator, or by the user. */
  async deactivate(
    actor: Principal,
    { userId, deactivationNotificationComment: comment }: UserDeactivation,
  ): Promise<void> {
    const { realmId } = actor;
    const realm = await this.realms.get(realmId);
    const by = { actorId: actor.userId, botDomain: realm.botDomain };
    await this.database.transaction(async (tx) => {
      const owners = await lockOwners(tx, realmId);
      const account = await lockAccount(tx, realmId, userId);
      if (!account.isActive) throw badRequest('User is deactivated');
      if (account.role === Role.Owner && actor.role !== Role.Owner) throw organizationOwnerRequired();
      refuseToDeactivateOnlyOwner(owners, userId);
      if (!account.isBot) await refuseToDeactivateOnlyUser(tx, realmId, userId);
      await changeAccount(tx, account, { isActive: false }, by);
      await deactivateDependents(tx, account, by);
      if (comment !== undefined && !account.isBot) {
        await this.mailer.write(tx, deactivationMail(account, realm, comment.trim()));
      }
    });
    this.mailer.hurry();
  }

  async reactivate(actor: Principal, userId: number): Promise<void> {
    const { botDomain } = await this.realms.get(actor.realmId);
    await this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, actor.realmId, userId);
      if (account.role === Role.Owner && actor.role !== Role.Owner) throw organizationOwnerRequired();
      if (account.isActive) return;
      // A bot whose owner is gone belongs to whoever brings it back.
      const { botOwnerId } = account;
      const isOrphan = botOwnerId !== null && !actor.isBot && !(await isActive(tx, botOwnerId));
      const change = { isActive: true, ...(isOrphan && { botOwnerId: actor.userId }) };
      await changeAccount(tx, account, change, { actorId: actor.userId, botDomain });
      await this.profiles.publishAgain(tx, actor.realmId, userId);
      // Nobody was told of it while they were away.
      const status = await readStatus(tx, account);
      if (status) tx.record(actor.realmId, UserStatusChanged.of({ userId, status, previous: null }));
    });
  }
}

function deactivationMail({ deliveryEmail, fullName }: AccountRow, realm: RealmRecord, comment: string): Mail {
  return {
    to: deliveryEmail,
    from: senderOf(realm),
    subject: `Your account at ${realm.name} was deactivated`,
    body:
      `Hello ${fullName},\n\n` +
      `your account at ${realm.name} (${realm.url}) was deactivated; you can no longer sign in.\n` +
      (comment === '' ? '' : `\nThe administrators say about it:\n\n${comment}\n`),
  };
}

async function refuseToDeactivateOnlyUser(tx: Transaction, realmId: number, userId: number): Promise<void> {
  const others = { realmId, isActive: true, isBot: false, userId: Not(userId) };
  if (!(await tx.getRepository(AccountEntity).existsBy(others))) throw cannotDeactivateLastUser(false, 'user');
}

async function isActive(tx: Transaction, userId: number): Promise<boolean> {
  const lock = { mode: 'pessimistic_read' } as const;
  return (await tx.getRepository(AccountEntity).findOne({ where: { userId, isActive: true }, lock })) !== null;
}
