import { badNarrow, badRequest, type Principal, unauthorized } from '@chat/contracts';
import { type Narrow, type NarrowTerm, parseNarrow, type UserReference } from '@chat/narrow';
import { Database } from '@chat/persistence';
import { foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { DirectRecipients } from '../messages/send/direct-recipients.js';
import { RealmProjections } from '../projections/realm-projections.js';
import type { RealmUsers } from '../projections/realm-users.js';
import { unreadMessages } from '../read-state/unread-messages.js';
import { StreamsProjection } from '../stream-records/streams.projection.js';
import { type ResolvedCondition, type ResolvedNarrow, type ResolvedTerm, searchQuery } from './resolved-narrow.js';

/** Operators for spectators. Source: public behaviour of the reference server. */
const SPECTATOR_OPERATORS: ReadonlySet<NarrowTerm['operator']> = new Set([
  'streams',
  'stream',
  'topic',
  'sender',
  'has',
  'search',
  'near',
  'id',
]);

/** Parses a narrow and replaces names by ids. Missing and invisible objects have the same error, BAD_NARROW. */
@Injectable()
export class ResolveNarrow {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
    private readonly directRecipients: DirectRecipients,
    private readonly streams: StreamsProjection,
  ) {}

  async resolve(viewer: Principal | null, realmId: number, wireNarrow: unknown): Promise<ResolvedNarrow> {
    const narrow = parseNarrow(wireNarrow, { badRequest, badNarrow });
    if (viewer === null) checkForSpectators(narrow);
    const resolved: ResolvedTerm[] = [];
    for (const term of narrow) {
      const condition = await this.condition(viewer, realmId, term, narrow);
      if (condition) resolved.push({ ...condition, isNegated: term.isNegated });
    }
    return joinSearches(resolved);
  }

  private async condition(
    viewer: Principal | null,
    realmId: number,
    term: NarrowTerm,
    narrow: Narrow,
  ): Promise<ResolvedCondition | undefined> {
    switch (term.operator) {
      case 'stream':
        return { kind: 'stream', stream: await this.stream(viewer, realmId, term.stream) };
      case 'streams':
        return { kind: 'streams', webPublicOnly: term.streams === 'web-public' };
      case 'topic':
        return { kind: 'topic', topicKey: foldName(term.topic.trim()) };
      case 'sender':
        return { kind: 'sender', userId: userId(await this.projections.users(realmId), term.user) };
      case 'dm':
        return this.conversation(viewer as Principal, term.users);
      case 'dm-including':
        return this.conversationsWith(viewer as Principal, term.user, term.groupsOnly);
      case 'is':
        return term.property === 'unread'
          ? { kind: 'unread', messageIds: await this.unread(viewer as Principal, narrow) }
          : { kind: 'is', property: term.property };
      case 'in':
        return term.view === 'home' ? { kind: 'home' } : undefined;
      case 'has':
        return { kind: 'has', part: term.part };
      case 'id':
        return { kind: 'id', messageId: term.messageId };
      case 'near':
        return undefined;
      case 'search':
        return { kind: 'search', query: term.query };
    }
  }

  private async stream(viewer: Principal | null, realmId: number, reference: number | string) {
    const streams = await this.streams.of(realmId);
    const stream = typeof reference === 'number' ? streams.get(reference) : streams.getByName(reference.trim());
    if (!stream || !(await this.access.mayRead(viewer, stream))) {
      throw badNarrow(`unknown ${viewer === null ? 'web-public ' : ''}stream ${reference}`);
    }
    return stream;
  }

  private async conversation(viewer: Principal, references: readonly UserReference[]): Promise<ResolvedCondition> {
    const users = await this.projections.users(viewer.realmId);
    const ids = new Set([viewer.userId]);
    for (const reference of references) {
      const user = findUser(users, reference);
      if (!user) throw badNarrow(`unknown user in ${references.join(',')}`);
      ids.add(user.userId);
    }
    const sorted = [...ids].sort((a, b) => a - b);
    return {
      kind: 'conversation',
      recipientId: (await this.directRecipients.find(viewer.realmId, sorted)) ?? null,
    };
  }

  private async conversationsWith(
    viewer: Principal,
    reference: UserReference,
    groupsOnly: boolean,
  ): Promise<ResolvedCondition> {
    const other = userId(await this.projections.users(viewer.realmId), reference);
    const rows = await this.database.query<{ id: number }>(
      `SELECT r.id FROM direct_participants mine
       JOIN direct_participants theirs ON theirs.recipient_id = mine.recipient_id AND theirs.user_id = $2
       JOIN recipients r ON r.id = mine.recipient_id
       WHERE mine.user_id = $1 AND (NOT $3 OR cardinality(r.user_ids) > 2)`,
      [viewer.userId, other, groupsOnly],
    );
    return { kind: 'conversations', recipientIds: rows.map((row) => row.id) };
  }

  /** Unread messages, only of the stream or topic that the narrow names. */
  private async unread(viewer: Principal, narrow: Narrow): Promise<number[]> {
    const stream = narrow.find((term) => term.operator === 'stream' && !term.isNegated);
    const topic = narrow.find((term) => term.operator === 'topic' && !term.isNegated);
    const place =
      stream?.operator === 'stream'
        ? {
            recipientId: (await this.stream(viewer, viewer.realmId, stream.stream)).recipientId,
            ...(topic?.operator === 'topic' && { topicKey: foldName(topic.topic.trim()) }),
          }
        : {};
    return (await unreadMessages(this.database, viewer, place)).map((message) => message.id);
  }
}

/** Joins all searches into one: a separate search for a stop word, such as "after", would find nothing. */
function joinSearches(terms: readonly ResolvedTerm[]): ResolvedNarrow {
  const query = searchQuery(terms);
  if (query === null) return terms;
  const others = terms.filter((term) => term.kind !== 'search' || term.isNegated);
  return [...others, { kind: 'search', query, isNegated: false }];
}

/** A spectator's narrow must ask for web-public streams and use only open operators. Otherwise the client lacks its credentials: 401. */
function checkForSpectators(narrow: Narrow): void {
  const isForThem = narrow.every((term) => SPECTATOR_OPERATORS.has(term.operator));
  const isWebPublic = narrow.some(
    (term) => term.operator === 'streams' && term.streams === 'web-public' && !term.isNegated,
  );
  if (!isForThem || !isWebPublic) throw unauthorized('Not logged in: API authentication or user session required');
}

const findUser = (users: RealmUsers, reference: UserReference) =>
  typeof reference === 'number' ? users.get(reference) : users.getByEmail(reference);

function userId(users: RealmUsers, reference: UserReference): number {
  const user = findUser(users, reference);
  if (!user) throw badNarrow(`unknown user ${reference}`);
  return user.userId;
}
