import { type RealmRecord, Role, SYSTEM_BOTS, UserCreated, type UserGroup, UserGroupChanged } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { toDirectoryUser } from '../accounts/account.row.js';
import { nameKey } from '../accounts/name-key.js';
import type { ApiKeyVault } from '../api-keys/api-key-vault.js';
import { SYSTEM_GROUP_CONTENTS, systemGroupDescription } from '../system-groups/system-groups.js';
import { insertAccounts, takeUserIds } from './insert-accounts.js';

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
  const isNew = await tx.query(
    'INSERT INTO furnished_realm (realm_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING realm_id',
    [realmId],
  );
  if (isNew.length === 0) return;
  await createSystemGroups(tx, realmId);
  await createSystemBots(tx, realm, vault, nowSeconds);
}

async function createSystemGroups(tx: Transaction, realmId: number): Promise<void> {
  const names = SYSTEM_GROUP_CONTENTS.map(([name]) => name);
  const rows = await tx.query<{ groupId: number; name: string }>(
    `INSERT INTO user_group (realm_id, name, name_key, description, is_system_group)
     SELECT $1, name, name_key, description, true FROM unnest($2::text[], $3::text[], $4::text[]) AS n (name, name_key, description)
     RETURNING group_id AS "groupId", name`,
    [realmId, names, names.map(nameKey), names.map(systemGroupDescription)],
  );
  const ids = new Map(rows.map((row) => [row.name, row.groupId]));
  const idOf = (name: string): number => ids.get(name) as number;
  const contents = SYSTEM_GROUP_CONTENTS.filter(([, contains]) => contains !== null);
  await tx.query(
    'INSERT INTO user_group_subgroup (group_id, subgroup_id) SELECT * FROM unnest($1::bigint[], $2::bigint[])',
    [contents.map(([name]) => idOf(name)), contents.map(([, contains]) => idOf(contains as string))],
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
  for (const row of rows) tx.record(realmId, UserCreated.of({ userId: row.userId, user: toDirectoryUser(row) }));
}
