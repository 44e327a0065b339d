import {
  type AccountSync,
  ApiError,
  type Claims,
  type CustomProfileField,
  type RealmRecord,
  Role,
} from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { changeAccount } from '../account-changes/change-account.js';
import type { AccountRow } from '../accounts/account.entity.js';
import { findAccount, lockAccount, lockOwners } from '../accounts/find-account.js';
import { nameKey } from '../accounts/names.js';
import { type ProfileValue, ProfileValuesService } from '../profile-data/profile-values.service.js';
import { Realms } from '../realm/realms.js';
import { syncGroups } from './group-sync.js';
import { profileValueOfClaim } from './profile-value-of-claim.js';
import { roleOfClaim } from './role-of-claim.js';

/** Claims of one person, checked before the transaction that applies them. */
export interface PreparedSync {
  readonly realmId: number;
  /** The provider, for the log. */
  readonly source: string;
  readonly sync: AccountSync;
  readonly claims: Claims;
  readonly values: readonly ProfileValue[];
}

/** An account that the transaction has locked, and the realm's owners if it was one. */
export interface LockedAccount {
  readonly account: AccountRow;
  readonly ownerIds: readonly number[];
}

/**
 * Locks an account to which claims may be applied. The owners are locked before an owner, as everywhere, and not for other people: sign-ins
 * must not wait for each other. Throws "No such user".
 */
export async function lockForSync(
  tx: Transaction,
  realmId: number,
  userId: number,
  prepared: PreparedSync | undefined,
): Promise<LockedAccount> {
  const mayDemote = prepared?.sync.role !== undefined && (await findAccount(tx, realmId, userId))?.role === Role.Owner;
  const ownerIds = mayDemote ? await lockOwners(tx, realmId) : [];
  return { account: await lockAccount(tx, realmId, userId), ownerIds };
}

/**
 * Copies claims of an identity provider, or attributes of an LDAP entry, to an account. An unusable value is skipped; the log names its
 * field, group or claim, never the value.
 */
@Injectable()
export class AccountSyncService {
  constructor(
    private readonly realms: Realms,
    private readonly profiles: ProfileValuesService,
    private readonly resources: ServiceResources,
  ) {}

  /** Returns undefined without anything to copy. */
  async prepare(
    realmId: number,
    source: string,
    sync: AccountSync | null,
    claims: Claims,
  ): Promise<PreparedSync | undefined> {
    if (sync === null) return undefined;
    const prepared = { realmId, source, sync, claims, values: [] as ProfileValue[] };
    const wanted = Object.entries(sync.profileFields ?? {}).filter(([, claim]) => (claims[claim] ?? null) !== null);
    const fields = wanted.length === 0 ? [] : await this.realms.profileFields(realmId);
    for (const [name, claim] of wanted) {
      const field = fields.find((candidate) => nameKey(candidate.name) === nameKey(name));
      const values = field && (await this.checkedValue(realmId, field, claims[claim]));
      if (values === undefined) this.skip(prepared, { field: name, claim });
      else prepared.values.push(...values);
    }
    return prepared;
  }

  /** Returns the changed account. */
  async apply(
    tx: Transaction,
    { botDomain }: Pick<RealmRecord, 'botDomain'>,
    { account, ownerIds }: LockedAccount,
    prepared: PreparedSync | undefined,
  ): Promise<AccountRow> {
    if (prepared === undefined) return account;
    await this.profiles.store(tx, account, prepared.values);
    await this.applyGroups(tx, account, prepared);
    const role = this.roleFor(account, ownerIds, prepared);
    // Last, because a change of role takes the realm's place in the order of commits.
    return role === account.role ? account : changeAccount(tx, account, { role }, { actorId: null, botDomain });
  }

  private async applyGroups(tx: Transaction, account: AccountRow, prepared: PreparedSync): Promise<void> {
    const { groups } = prepared.sync;
    if (groups === undefined) return;
    const unusable = await syncGroups(tx, account, groups, prepared.claims[groups.from]);
    if (unusable === undefined) this.skip(prepared, { claim: groups.from });
    for (const group of unusable ?? []) this.skip(prepared, { group });
  }

  private roleFor({ role, userId }: AccountRow, ownerIds: readonly number[], prepared: PreparedSync): Role {
    const { role: sync } = prepared.sync;
    if (sync === undefined) return role;
    const given = roleOfClaim(sync, prepared.claims[sync.from], role);
    if (given === undefined) this.skip(prepared, { claim: sync.from });
    if (given === undefined || given === role) return role;
    const isOnlyOwner = role === Role.Owner && ownerIds.every((ownerId) => ownerId === userId);
    if (isOnlyOwner) this.skip(prepared, { claim: sync.from, cause: 'the only owner keeps the role' });
    return isOnlyOwner ? role : given;
  }

  /** Undefined if the value does not fit the field. */
  private async checkedValue(realmId: number, field: CustomProfileField, claim: unknown) {
    const value = profileValueOfClaim(field, claim);
    if (value === undefined) return undefined;
    try {
      return await this.profiles.check(realmId, [{ id: field.id, value }]);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'BAD_REQUEST') return undefined;
      throw error;
    }
  }

  private skip({ realmId, source }: Pick<PreparedSync, 'realmId' | 'source'>, what: Readonly<Record<string, string>>) {
    this.resources.logger.warn({ realmId, source, ...what }, 'Sign-in copies an unusable value; it is skipped');
  }
}
