import { createHash } from 'node:crypto';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { Queryable } from '../../access/access.js';

/** Conversations remembered by their participants; the one used longest ago goes first. */
const MAX_REMEMBERED = 50_000;

/** The recipients of direct messages: one per set of users, made by whoever writes first, the same for all. */
@Injectable()
export class DirectRecipients {
  /** They never change and never go, so they can be remembered without regard to time. */
  private readonly remembered = new Map<string, number>();

  constructor(private readonly database: Database) {}

  /**
   * The recipient id of exactly these users (ascending, each once). One query, none if remembered. What a transaction makes is
   * not remembered: it may be undone.
   */
  async resolve(realmId: number, userIds: readonly number[], tx?: Transaction): Promise<number> {
    const key = `${realmId}:${userIds.join(',')}`;
    const known = this.remembered.get(key);
    if (known !== undefined) {
      this.remembered.delete(key);
      this.remembered.set(key, known);
      return known;
    }
    const queryable = tx ?? this.database;
    const recipientId =
      (await this.find(realmId, userIds, queryable)) ?? (await this.make(realmId, userIds, queryable));
    if (tx) return recipientId;
    this.remembered.set(key, recipientId);
    if (this.remembered.size > MAX_REMEMBERED) {
      this.remembered.delete(this.remembered.keys().next().value as string);
    }
    return recipientId;
  }

  /** The recipient id if the users have ever written to each other. */
  async find(
    realmId: number,
    userIds: readonly number[],
    queryable: Queryable = this.database,
  ): Promise<number | undefined> {
    const [row] = await queryable.query<{ id: number }>(
      'SELECT id FROM recipients WHERE realm_id = $1 AND direct_key = $2',
      [realmId, directKey(userIds)],
    );
    return row?.id;
  }

  private async make(realmId: number, userIds: readonly number[], queryable: Queryable): Promise<number> {
    const [made] = await queryable.query<{ id: number }>(
      `WITH made AS (
         INSERT INTO recipients (realm_id, kind, user_ids, direct_key) VALUES ($1, 'direct', $2, $3)
         ON CONFLICT (realm_id, direct_key) DO NOTHING RETURNING id
       ), participants AS (
         INSERT INTO direct_participants (user_id, recipient_id) SELECT unnest($2::bigint[]), id FROM made
       )
       SELECT id FROM made`,
      [realmId, userIds, directKey(userIds)],
    );
    const id = made?.id ?? (await this.find(realmId, userIds, queryable));
    if (id === undefined) throw new Error('A direct recipient is neither new nor there.');
    return id;
  }
}

const directKey = (userIds: readonly number[]): Buffer => createHash('sha256').update(userIds.join(',')).digest();
