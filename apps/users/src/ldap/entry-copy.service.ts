import { setting } from '@chat/configuration';
import type { Claims, RealmRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { changeAccount } from '../account-changes/change-account.js';
import { AccountSyncService, lockForSync, type PreparedSync } from '../account-sync/account-sync.service.js';
import type { AccountRow } from '../accounts/account.entity.js';
import { presentableName } from '../accounts/names.js';

/** Copies the name of an LDAP entry, and LDAP_SYNC, to the account of the entry. */
@Injectable()
export class EntryCopyService {
  private readonly sync = setting('LDAP_SYNC');

  constructor(private readonly syncs: AccountSyncService) {}

  prepare(realmId: number, claims: Claims): Promise<PreparedSync | undefined> {
    return this.syncs.prepare(realmId, 'ldap', this.sync, claims);
  }

  /** Changes nothing in a deactivated account. Without LDAP_SYNC and with the same name it takes no lock. */
  async copy(
    tx: Transaction,
    realm: RealmRecord,
    known: AccountRow,
    name: string | undefined,
    sync: PreparedSync | undefined,
  ): Promise<void> {
    const fullName = name === undefined ? known.fullName : presentableName(name, known.deliveryEmail);
    if (!known.isActive || (sync === undefined && fullName === known.fullName)) return;
    const locked = await lockForSync(tx, realm.realmId, known.userId, sync);
    if (!locked.account.isActive) return;
    const by = { actorId: null, botDomain: realm.botDomain };
    const isRenamed = locked.account.fullName !== fullName;
    const account = isRenamed ? await changeAccount(tx, locked.account, { fullName }, by) : locked.account;
    await this.syncs.apply(tx, realm, { ...locked, account }, sync);
  }
}
