import { createHash } from 'node:crypto';
import {
  type Account,
  badRequest,
  MAX_DIRECT_PARTICIPANTS,
  type Principal,
  PrivateMessagePolicy,
} from '@chat/contracts';
import { LogReader } from '@chat/event-log';
import { Database, type Queryable, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { RealmState } from '../../projections/realm-projections.js';
import { sortedParticipants } from './named-people.js';
import type { CheckedRecipient } from './stream-recipients.js';

/** Conversations remembered by their participants; the one used least recently is evicted first. */
const MAX_REMEMBERED = 50_000;

/** Recipients of direct messages: one per set of users, created by the first message. */
@Injectable()
export class DirectRecipients {
  /** Recipients never change and are never deleted, unless PostgreSQL loses them. */
  private readonly remembered = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  constructor(
    private readonly database: Database,
    reader: LogReader,
  ) {
    reader.onDiscard('messaging', () => this.remembered.clear());
  }

  /**
   * The conversation of the sender with others. Refuses people that the sender may not write to. No query if this process knows the
   * conversation; otherwise one.
   */
  async writableBy(sender: Principal, others: readonly Account[], { realm }: RealmState): Promise<CheckedRecipient> {
    if (realm.privateMessagePolicy === PrivateMessagePolicy.Disabled && !isWithBot(sender, others)) {
      throw badRequest('Direct messages are disabled in this organization.');
    }
    const inactive = others.find((user) => !user.isActive);
    if (inactive) throw badRequest(`'${inactive.email}' is no longer using this service.`);
    const users = new Map([...others, sender].map((user) => [user.userId, user]));
    if (users.size > MAX_DIRECT_PARTICIPANTS) {
      throw badRequest(`Too many recipients (limit: ${MAX_DIRECT_PARTICIPANTS})`);
    }
    const participants = sortedParticipants(users.values());
    const userIds = participants.map(({ id }) => id);
    const recipientId = await this.resolve(sender.realmId, userIds);
    return { stream: null, recipient: { kind: 'direct', recipientId, participants } };
  }

  /**
   * The recipient id of exactly these users (ascending, each once). One query, none if remembered. A recipient that a
   * transaction creates is not remembered: it may be rolled back.
   */
  async resolve(realmId: number, userIds: readonly number[], tx?: Transaction): Promise<number> {
    const [recipientId] = await this.resolveAll(realmId, [userIds], tx);
    return recipientId as number;
  }

  /** The recipient ids of conversations, in the order given, with as many queries as one of them takes. */
  async resolveAll(
    realmId: number,
    conversations: readonly (readonly number[])[],
    tx?: Transaction,
  ): Promise<number[]> {
    const listed = conversations.map((userIds) => userIds.join(','));
    const ids = new Map<string, number>();
    const unknown = new Set<string>();
    for (const users of listed) {
      const known = this.remembered.get(`${realmId}:${users}`);
      if (known === undefined) unknown.add(users);
      else ids.set(users, known);
    }
    if (unknown.size > 0) {
      for (const [users, id] of await this.findOrMake(realmId, [...unknown], tx ?? this.database)) {
        ids.set(users, id);
        if (!tx) this.remembered.set(`${realmId}:${users}`, id);
      }
    }
    return listed.map((users) => {
      const id = ids.get(users);
      if (id === undefined) throw new Error('A direct recipient was neither found nor created.');
      return id;
    });
  }

  /** The recipient id if the users have ever written to each other. */
  async find(realmId: number, userIds: readonly number[]): Promise<number | undefined> {
    const users = userIds.join(',');
    return (await this.findAll(realmId, [users], this.database)).get(users);
  }

  private async findOrMake(realmId: number, lists: readonly string[], queryable: Queryable): Promise<UserListIds> {
    const found = await this.findAll(realmId, lists, queryable);
    const missing = lists.filter((users) => !found.has(users));
    if (missing.length === 0) return found;
    const made = await this.make(realmId, missing, queryable);
    // Another transaction created them in between.
    const others = missing.filter((users) => !made.has(users));
    const theirs = others.length > 0 ? await this.findAll(realmId, others, queryable) : [];
    return new Map([...found, ...made, ...theirs]);
  }

  private async findAll(realmId: number, lists: readonly string[], queryable: Queryable): Promise<UserListIds> {
    const rows = await queryable.query<DirectRow>(
      `SELECT id, array_to_string(user_ids, ',') AS users FROM recipients
       WHERE realm_id = $1 AND direct_key = ANY ($2)`,
      [realmId, lists.map(directKey)],
    );
    return new Map(rows.map(({ users, id }) => [users, id]));
  }

  private async make(realmId: number, lists: readonly string[], queryable: Queryable): Promise<UserListIds> {
    // One order for all transactions prevents deadlocks between two that create the same recipients.
    const rows = await queryable.query<DirectRow>(
      `WITH made AS (
         INSERT INTO recipients (realm_id, kind, user_ids, direct_key)
         SELECT $1, 'direct', string_to_array(users, ',')::bigint[], direct_key
         FROM unnest($2::text[], $3::bytea[]) AS given (users, direct_key) ORDER BY direct_key
         ON CONFLICT (realm_id, direct_key) DO NOTHING RETURNING id, user_ids
       ), participants AS (
         INSERT INTO direct_participants (user_id, recipient_id) SELECT unnest(user_ids), id FROM made
       )
       SELECT id, array_to_string(user_ids, ',') AS users FROM made`,
      [realmId, lists, lists.map(directKey)],
    );
    return new Map(rows.map(({ users, id }) => [users, id]));
  }
}

/** Recipient ids by user ids, separated by commas. */
type UserListIds = Map<string, number>;

interface DirectRow {
  readonly id: number;
  readonly users: string;
}

const directKey = (users: string): Buffer => createHash('sha256').update(users).digest();

/** With direct messages turned off, people and bots may still write to each other. */
const isWithBot = (sender: Principal, others: readonly Account[]): boolean =>
  sender.isBot || (others.length === 1 && others[0]?.isBot === true);
