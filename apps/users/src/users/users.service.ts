import { mayAssignRole } from '@chat/auth';
import {
  badRequest,
  type CreatedAccount,
  cannotDeactivateLastUser,
  insufficientPermission,
  isAdministrator,
  type NewUser,
  organizationOwnerRequired,
  type Principal,
  type RealmRecord,
  Role,
  SubscribeNewUser,
  type UserDeactivation,
  UserStatusChanged,
  type UserUpdate,
} from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { AccountMaker, emailInUse, requireTimeToCreate } from '../account-changes/account-maker.js';
import { changeAccount, deactivateDependents } from '../account-changes/change-account.js';
import { AccountEntity, type AccountRow } from '../accounts/account.entity.js';
import { isEmailAddress, objectionTo } from '../accounts/email-address.js';
import {
  findAccount,
  findAccountByEmail,
  lockAccount,
  lockOwners,
  refuseToDeactivateOnlyOwner,
  refuseToDemoteOnlyOwner,
} from '../accounts/find-account.js';
import { checkFullName, checkNewName } from '../accounts/names.js';
import { requireBotCreation, requireFreeName, requireManager } from '../bots/bot-rights.js';
import { Mailer } from '../mail/mailer.js';
import { strongHash } from '../passwords/passwords.js';
import { ProfileValuesService } from '../profile-data/profile-values.service.js';
import { Realms } from '../realm/realms.js';
import { readStatus } from '../user-status/user-status.repository.js';

@Injectable()
export class UsersService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly profiles: ProfileValuesService,
    private readonly mailer: Mailer,
    private readonly maker: AccountMaker,
    private readonly afterCommit: AfterCommit,
    private readonly client: RedisTransportClient,
  ) {}

  async create(actor: Principal, { email: given, password, fullName }: NewUser, context: RequestContext) {
    const account = await findAccount(this.database, actor.realmId, actor.userId);
    if (!account?.canCreateUsers) throw badRequest('User not authorized for this query');
    const realm = await this.realms.get(actor.realmId);
    const email = checkEmail(given.trim(), realm);
    const plan = { email, fullName: checkFullName(fullName), role: Role.Member };
    // Saves the cost of a hash. The constraint decides between simultaneous requests.
    if (await findAccountByEmail(this.database, realm.realmId, email)) throw emailInUse(email);
    const person = { ...plan, passwordHash: await strongHash(password, realm.server) };
    requireTimeToCreate(this.client, context);
    const [{ userId }] = (await this.maker.make(realm, [person])) as [CreatedAccount];
    await this.afterCommit.ask(SubscribeNewUser, { realmId: realm.realmId, userId }, context);
    return { userId };
  }

  async update(actor: Principal, { userId, fullName: name, role, profileData }: UserUpdate): Promise<void> {
    const { botDomain } = await this.realms.get(actor.realmId);
    const fullName = checkNewName(name);
    const values = await this.profiles.check(actor.realmId, profileData ?? []);
    await this.database.transaction(async (tx) => {
      const owners = role === undefined ? [] : await lockOwners(tx, actor.realmId);
      const account = await lockAccount(tx, actor.realmId, userId);
      if (role !== undefined && role !== account.role) checkRole(actor, account, role, owners);
      await this.profiles.checkPeople(tx, actor.realmId, values);
      await changeAccount(tx, account, { fullName, role }, { actorId: actor.userId, botDomain });
      await this.profiles.store(tx, account, values);
    });
  }

  /** The actor is an administrator, or the user. */
  async deactivate(actor: Principal, { userId, deactivationNotificationComment: comment }: UserDeactivation) {
    const { realmId } = actor;
    const realm = await this.realms.get(realmId);
    const by = { actorId: actor.userId, botDomain: realm.botDomain };
    await this.database.transaction(async (tx) => {
      const owners = await lockOwners(tx, realmId);
      const account = await lockAccount(tx, realmId, userId);
      if (!account.isActive) throw badRequest('User is deactivated');
      requireOwnerForOwner(actor, account);
      refuseToDeactivateOnlyOwner(owners, userId);
      if (!account.isBot) await refuseToDeactivateOnlyUser(tx, realmId, userId);
      await changeAccount(tx, account, { isActive: false }, by);
      await deactivateDependents(tx, account, by);
      if (comment !== undefined && !account.isBot) {
        const reason = comment.trim() === '' ? '' : `\nThe administrators say about it:\n\n${comment.trim()}\n`;
        await this.mailer.write(tx, realm, {
          to: account.deliveryEmail,
          subject: `Your account at ${realm.name} was deactivated`,
          body:
            `Hello ${account.fullName},\n\n` +
            `your account at ${realm.name} (${realm.url}) was deactivated; you can no longer sign in.\n${reason}`,
        });
      }
    });
    this.mailer.hurry();
  }

  async reactivate(actor: Principal, userId: number): Promise<void> {
    const realm = await this.realms.get(actor.realmId);
    const { botDomain } = realm;
    await this.database.transaction(async (tx) => {
      const found = await findAccount(tx, actor.realmId, userId);
      // An error for unknown ids would reveal the others.
      if (!isAdministrator(actor.role) && found?.botOwnerId !== actor.userId) throw insufficientPermission();
      const account = await lockAccount(tx, actor.realmId, userId);
      requireReactivation(actor, account, realm);
      if (account.isActive) return;
      // The actor becomes the owner of a bot without an active owner.
      const { botOwnerId: ownerId } = account;
      const isOrphan = ownerId !== null && !actor.isBot && !(await isActive(tx, ownerId));
      if (account.isBot) await requireFreeName(tx, actor.realmId, account.fullName);
      const change = { isActive: true, botOwnerId: isOrphan ? actor.userId : undefined };
      await changeAccount(tx, account, change, { actorId: actor.userId, botDomain });
      await this.profiles.publishAgain(tx, actor.realmId, userId);
      // Clients received no status of the deactivated user.
      const status = await readStatus(tx, account);
      if (status) tx.record(actor.realmId, UserStatusChanged.of({ userId, status, previous: null }));
    });
  }
}

function checkRole(actor: Principal, account: AccountRow, role: Role, owners: readonly number[]): void {
  if (!mayAssignRole(actor, role) || !mayAssignRole(actor, account.role)) throw organizationOwnerRequired();
  if (account.role === Role.Guest && isAdministrator(role)) {
    throw badRequest('Guests cannot be made administrators; make them members first.');
  }
  if (account.role === Role.Owner) refuseToDemoteOnlyOwner(owners, account.userId);
}

function requireOwnerForOwner(actor: Principal, account: AccountRow): void {
  if (account.role === Role.Owner && actor.role !== Role.Owner) throw organizationOwnerRequired();
}

/** Administrators reactivate accounts, and owners their bots, as far as the realm lets them create such bots. */
function requireReactivation(actor: Principal, account: AccountRow, realm: RealmRecord): void {
  if (account.isBot) {
    requireManager(actor, account);
    requireBotCreation(actor, realm, account.botType);
  }
  requireOwnerForOwner(actor, account);
}

async function refuseToDeactivateOnlyUser(tx: Transaction, realmId: number, userId: number): Promise<void> {
  const others = { realmId, isActive: true, isBot: false, userId: Not(userId) };
  if (!(await tx.getRepository(AccountEntity).existsBy(others))) throw cannotDeactivateLastUser(false, 'user');
}

async function isActive(tx: Transaction, userId: number): Promise<boolean> {
  const lock = { mode: 'pessimistic_read' } as const;
  return (await tx.getRepository(AccountEntity).findOne({ where: { userId, isActive: true }, lock })) !== null;
}

function checkEmail(email: string, realm: RealmRecord): string {
  if (!isEmailAddress(email)) throw badRequest('Bad name or username');
  switch (objectionTo(email, realm)) {
    case 'disposable':
      throw badRequest('Disposable email addresses are not allowed in this organization');
    case 'plus':
      throw badRequest('Email addresses containing + are not allowed.');
    case undefined:
      return email;
    default:
      throw badRequest(`Email '${email}' not allowed in this organization`);
  }
}
