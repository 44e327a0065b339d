import { type RealmRecord, Role, SYSTEM_BOTS, UserCreated, type UserGroup, UserGroupChanged } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { toAccount } from '../accounts/account.row.js';
import { nameKey } from '../accounts/name-key.js';
import type { ApiKeyVault } from '../api-keys/api-key-vault.js';
import { SYSTEM_GROUP_CONTENTS, systemGroupDescription } from '../system-groups/system-groups.js';
import { UserGroupEntity, UserGroupSubgroupEntity } from '../system-groups/user-group.entity.js';
import { insertAccounts, takeUserIds } from './insert-accounts.js';
import { ProvisionedRealmEntity } from './provisioned-realm.entity.js';

const BOT_NAMES: Readonly<Record<keyof typeof SYSTEM_BOTS, string>> = {
  notification: 'Notification Bot',
  welcome: 'Welcome Bot',
};

/** Makes the realm's system groups and system bots, once; whoever comes second waits for the first. */
export async function provisionRealm(
  tx: Transaction,
  realm: Pick<RealmRecord, 'realmId' | 'botDomain'>,
  vault: ApiKeyVault,
  nowSeconds: number,
): Promise<void> {
  const { realmId } = realm;
  const insert = tx.getRepository(ProvisionedRealmEntity).createQueryBuilder().insert();
  const { raw } = await insert.values({ realmId }).orIgnore().returning('realm_id').execute();
  if (raw.length === 0) return;
  await createSystemGroups(tx, realmId);
  await createSystemBots(tx, realm, vault, nowSeconds);
}

async function createSystemGroups(tx: Transaction, realmId: number): Promise<void> {
  const names = SYSTEM_GROUP_CONTENTS.map(([name]) => name);
  const { identifiers } = await tx.getRepository(UserGroupEntity).insert(
    names.map((name) => {
      const description = systemGroupDescription(name);
      return { realmId, name, nameKey: nameKey(name), description, isSystemGroup: true };
    }),
  );
  const idOf = (name: string): number => identifiers[names.indexOf(name)]?.['groupId'];
  await tx
    .getRepository(UserGroupSubgroupEntity)
    .insert(
      SYSTEM_GROUP_CONTENTS.flatMap(([name, contains]) =>
        contains === null ? [] : [{ groupId: idOf(name), subgroupId: idOf(contains) }],
      ),
    );
  for (const [name, contains] of SYSTEM_GROUP_CONTENTS) {
    const group: UserGroup = {
      groupId: idOf(name),
      name,
      description: systemGroupDescription(name),
      isSystemGroup: true,
      memberIds: [],
      subgroupIds: contains === null ? [] : [idOf(contains)],
    };
    tx.record(realmId, UserGroupChanged.of({ groupId: group.groupId, group, previous: null }));
  }
}

async function createSystemBots(
  tx: Transaction,
  { realmId, botDomain }: Pick<RealmRecord, 'realmId' | 'botDomain'>,
  vault: ApiKeyVault,
  nowSeconds: number,
): Promise<void> {
  const kinds = Object.keys(SYSTEM_BOTS) as (keyof typeof SYSTEM_BOTS)[];
  const userIds = await takeUserIds(tx, kinds.length);
  const rows = await insertAccounts(
    tx,
    kinds.map((kind, index) => ({
      userId: userIds[index] as number,
      realmId,
      deliveryEmail: `${SYSTEM_BOTS[kind]}@${botDomain}`,
      email: `${SYSTEM_BOTS[kind]}@${botDomain}`,
      fullName: BOT_NAMES[kind],
      role: Role.Member,
      canCreateUsers: false,
      isBot: true,
      botType: 1,
      botOwnerId: null,
      isSystemBot: true,
      isProvisional: false,
      settings: {},
      joinedAtSeconds: nowSeconds,
      passwordHash: null,
      apiKey: vault.seal(vault.create()),
    })),
  );
  for (const row of rows) tx.record(realmId, UserCreated.of({ userId: row.userId, user: toAccount(row) }));
}
