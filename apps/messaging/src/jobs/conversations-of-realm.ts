import type { Database } from '@chat/persistence';

const AT_ONCE = 1_000;

/** Recipients of all direct conversations of a realm, in pages that the index finds: raw SQL states its order. */
export async function* conversationsOfRealm(database: Database, realmId: number): AsyncGenerator<number> {
  for (let after: Buffer | undefined = Buffer.alloc(0); after !== undefined; ) {
    const rows: { id: number; key: Buffer }[] = await database.query(
      `SELECT id, direct_key AS key FROM recipients WHERE realm_id = $1 AND direct_key > $2
       ORDER BY realm_id, direct_key LIMIT ${AT_ONCE}`,
      [realmId, after],
    );
    for (const { id } of rows) yield id;
    after = rows.at(-1)?.key;
  }
}
