import { type RealmRecord, Role, SYSTEM_BOTS, type UserGroup, UserGroupChanged } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { nameKey } from '../accounts/names.js';
import { ApiKeyVault } from '../api-keys/api-key-vault.js';
import { Realms } from '../realm/realms.js';
import { SYSTEM_GROUP_TABLE } from '../system-groups/system-groups.js';
import { ProvisionedRealmEntity, SubgroupEntity, UserGroupEntity } from '../system-groups/user-group.entity.js';
import { allocateUserIds, insertAccounts, newAccount } from './insert-accounts.js';

const BOTS = [
  { name: SYSTEM_BOTS.notification, fullName: 'Notification Bot' },
  { name: SYSTEM_BOTS.welcome, fullName: 'Welcome Bot' },
];

/** Makes the system groups and system bots of a realm. */
@Injectable()
export class RealmProvisioningService {
  constructor(
    private readonly database: Database,
    private readonly vault: ApiKeyVault,
    private readonly realms: Realms,
  ) {}

  async provision(realmId: number): Promise<void> {
    const realm = await this.realms.get(realmId);
    await this.database.transaction((tx) => this.provisionIn(tx, realm));
  }

  /** Changes nothing if the realm is provisioned. Of two simultaneous calls the second waits for the first. */
  async provisionIn(tx: Transaction, realm: RealmRecord): Promise<void> {
    const { realmId } = realm;
    if ((await tx.insertUnlessTaken(ProvisionedRealmEntity, { realmId }, 'realm_id')) === undefined) return;
    await createSystemGroups(tx, realmId);
    await this.createSystemBots(tx, realm);
  }

  private async createSystemBots(tx: Transaction, { realmId, botDomain }: RealmRecord): Promise<void> {
    const userIds = await allocateUserIds(tx, BOTS.length);
    const bots = BOTS.map(({ name, fullName }, index) => {
      const email = `${name}@${botDomain}`;
      const bot = newAccount({
        userId: userIds[index] as number,
        realmId,
        deliveryEmail: email,
        email,
        fullName,
        role: Role.Member,
        canCreateUsers: false,
        isBot: true,
        botType: 1,
        botOwnerId: null,
        isSystemBot: true,
        isProvisional: false,
        settings: {},
      });
      return { ...bot, passwordHash: null, apiKey: this.vault.seal(this.vault.create()) };
    });
    await insertAccounts(tx, bots);
  }
}

async function createSystemGroups(tx: Transaction, realmId: number): Promise<void> {
  const rows = SYSTEM_GROUP_TABLE.map(({ name, description }) => {
    return { realmId, name, nameKey: nameKey(name), description, isSystemGroup: true };
  });
  const { identifiers } = await tx.getRepository(UserGroupEntity).insert(rows);
  const ids = new Map(rows.map(({ name }, index) => [name, identifiers[index]?.['groupId'] as number]));
  const groups = SYSTEM_GROUP_TABLE.map(({ name, description, contains }): UserGroup => {
    const subgroupIds = contains === undefined ? [] : [ids.get(contains) as number];
    return { groupId: ids.get(name) as number, name, description, isSystemGroup: true, memberIds: [], subgroupIds };
  });
  const contents = groups.flatMap(({ groupId, subgroupIds: [subgroupId] }) =>
    subgroupId ? [{ groupId, subgroupId }] : [],
  );
  await tx.getRepository(SubgroupEntity).insert(contents);
  for (const group of groups)
    tx.record(realmId, UserGroupChanged.of({ groupId: group.groupId, group, previous: null }));
}
