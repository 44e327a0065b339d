import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { BotStorageEntity, BotStorageSizeEntity } from './bot-storage.entity.js';

@Injectable()
export class BotStorageRepository {
  constructor(private readonly database: Database) {}

  /** Returns the stored characters of the account. Writers of one account wait for each other here. */
  async lockSize(tx: Transaction, userId: number): Promise<number> {
    const sizes = tx.getRepository(BotStorageSizeEntity);
    await sizes.createQueryBuilder().insert().values({ userId, characters: 0 }).orIgnore().execute();
    const { characters } = await sizes.findOneOrFail({ where: { userId }, lock: { mode: 'pessimistic_write' } });
    return characters;
  }

  async updateSize(tx: Transaction, userId: number, characters: number): Promise<void> {
    await tx.getRepository(BotStorageSizeEntity).update({ userId }, { characters });
  }

  /** Without `keys`: every entry. */
  async find(userId: number, keys?: readonly string[]): Promise<Record<string, string>> {
    const rows = await this.database
      .getRepository(BotStorageEntity)
      .find({ where: { userId, ...(keys && { key: In(keys) }) }, order: { key: 'ASC' } });
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  }

  /** Returns the characters of the keys and their values. SQL adds them up, so that no value leaves the database. */
  async sizeOf(tx: Transaction, userId: number, keys: readonly string[]): Promise<number> {
    const [row] = await tx.query<{ characters: number }>(
      `SELECT coalesce(sum(char_length(key) + char_length(value)), 0)::bigint AS characters
       FROM bot_storage WHERE user_id = $1 AND key = ANY($2::text[])`,
      [userId, keys],
    );
    return row?.characters ?? 0;
  }

  /** Writes any number of entries with two array parameters, where a list of rows would need three parameters per entry. */
  async upsert(tx: Transaction, userId: number, storage: Readonly<Record<string, string>>): Promise<void> {
    await tx.query(
      `INSERT INTO bot_storage (user_id, key, value) SELECT $1, * FROM unnest($2::text[], $3::text[])
       ON CONFLICT (user_id, key) DO UPDATE SET value = EXCLUDED.value`,
      [userId, Object.keys(storage), Object.values(storage)],
    );
  }

  /** Deletes entries and measures them with one statement. Without `keys`: every entry. */
  async delete(tx: Transaction, userId: number, keys?: readonly string[]) {
    const [row] = await tx.query<{ count: number; characters: number }>(
      `WITH gone AS (
         DELETE FROM bot_storage WHERE user_id = $1 AND ($2::text[] IS NULL OR key = ANY($2::text[]))
         RETURNING char_length(key) + char_length(value) AS characters
       )
       SELECT count(*) AS count, coalesce(sum(characters), 0)::bigint AS characters FROM gone`,
      [userId, keys ?? null],
    );
    return { count: row?.count ?? 0, characters: row?.characters ?? 0 };
  }
}
