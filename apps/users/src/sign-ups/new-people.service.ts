import { type CreatedAccount, type Joining, type RealmRecord, Role, type UserSettings } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { AccountMaker } from '../account-changes/account-maker.js';
import { AccountSyncService, lockForSync, type PreparedSync } from '../account-sync/account-sync.service.js';
import type { AccountRow } from '../accounts/account.entity.js';
import { insertIdentity, type PersonAtProvider } from '../identities/identities.repository.js';
import type { Admission } from '../invitations/invitations.repository.js';
import { endSignUpsOf } from './sign-ups.repository.js';

/** A person that may join. */
interface NewPerson {
  readonly email: string;
  readonly fullName: string;
  readonly passwordHash: string | null;
  readonly settings: Partial<UserSettings>;
  readonly defaultStreamGroups: readonly string[];
  /** Undefined unless the person came by an identity provider. */
  readonly identity: PersonAtProvider | undefined;
  readonly sync: PreparedSync | undefined;
}

/** Makes the accounts of people that join by themselves. */
@Injectable()
export class NewPeopleService {
  constructor(
    private readonly maker: AccountMaker,
    private readonly syncs: AccountSyncService,
  ) {}

  /** Role, streams and inviter come from the admission. Ends every sign-up of the address. Violates a unique constraint if it has an account. */
  async make(
    tx: Transaction,
    realm: RealmRecord,
    admission: Admission | null,
    { identity, sync, defaultStreamGroups, ...person }: NewPerson,
  ): Promise<{ readonly account: AccountRow; readonly joining: Joining }> {
    const { realmId } = realm;
    const { inviterId, streamIds, role } = admission ?? { inviterId: null, streamIds: [], role: Role.Member };
    const joining = { inviterId, streamIds, defaultStreamGroups };
    await endSignUpsOf(tx, realmId, person.email);
    const [{ userId }] = (await this.maker.makeIn(tx, realm, [{ ...person, role, joining }])) as [CreatedAccount];
    if (identity !== undefined) await insertIdentity(tx, identity, userId);
    const account = await this.syncs.apply(tx, realm, await lockForSync(tx, realmId, userId, sync), sync);
    return { account, joining };
  }
}
