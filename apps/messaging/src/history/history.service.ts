import {
  badRequest,
  LARGEST_ANCHOR,
  MAX_MESSAGES_PER_FETCH,
  type MatchingMessages,
  type MessageAnchor,
  type MessagePage,
  memberText,
  type PageSelection,
  type Principal,
  unauthorized,
  type Wire,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { JsonText } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import type { Viewer } from '../access/visible-messages.js';
import { type MessageStates, readStates, statesOfMessages } from '../messages/view/message-states.js';
import { ShowMessages } from '../messages/view/show-messages.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { unreadMessages } from '../read-state/unread-messages.js';
import { type FoundPage, findPage, isOfOnePlace, type PageRange, readIds, statesStatement } from './find-page.js';
import { highlights } from './highlights.js';
import { ResolveNarrow } from './resolve-narrow.js';
import { type NarrowQuery, positive, type ResolvedNarrow, recipientOf, searchQuery } from './resolved-narrow.js';
import { selectMatching } from './select-matching.js';
import { isWide, readByWalking } from './walked-page.js';

/** A page of messages for a reader, without the form of the messages. */
interface PageRequest extends Pick<PageSelection, 'includeAnchor' | 'numBefore' | 'numAfter' | 'narrow'> {
  /** Null: a spectator. */
  readonly actor: Principal | null;
  readonly realmId: number;
  readonly anchor: MessageAnchor;
}

interface ReadPage {
  readonly page: FoundPage;
  readonly states: readonly MessageStates[] | undefined;
}

/**
 * Pages of history. A page of one stream, topic or conversation, or of a narrow that most messages meet, is one query per direction.
 * Other narrows need one query more, and messages without a cached body another one.
 */
@Injectable()
export class HistoryService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
    private readonly resolveNarrow: ResolveNarrow,
    private readonly showMessages: ShowMessages,
  ) {}

  async getPage(actor: Principal | null, realmId: number, selection: PageSelection): Promise<JsonText> {
    const request = { ...selection, actor, realmId, anchor: requestedAnchor(selection) };
    const { query, wanted } = await this.wantedOf(request);
    const { page, states } = await this.readPage(query, wanted);
    const search = searchQuery(query.narrow);
    const marked = search === null ? undefined : await highlights(this.database, page.ids, search);
    const more = marked && ((id: number) => membersOf(marked.get(id)));
    const ofPage = new Set(page.ids);
    const shown = states
      ? (await this.showMessages.byStates(request, states, more)).filter(({ id }) => ofPage.has(id))
      : await this.showMessages.byIds(request, page.ids, more);
    const messages = `[${shown.map(({ text }) => text).join(',')}]`;
    const rest: Omit<Wire<MessagePage>, 'messages'> = {
      anchor: wanted.anchor,
      found_anchor: page.foundAnchor,
      found_oldest: page.foundOldest,
      found_newest: page.foundNewest,
      history_limited: false,
    };
    return new JsonText(`{${memberText<MessagePage>('messages', messages)},${JSON.stringify(rest).slice(1)}`);
  }

  async findPage(request: PageRequest): Promise<FoundPage> {
    const { query, wanted } = await this.wantedOf(request);
    return this.findIds(query, wanted);
  }

  async match(actor: Principal, messageIds: readonly number[], wireNarrow: readonly unknown[]): Promise<JsonText> {
    const narrow = await this.resolveNarrow.resolve(actor, actor.realmId, wireNarrow);
    const visible = await this.access.visibleAmong(actor, actor.realmId, [...new Set(messageIds)]);
    const matching = await selectMatching(this.database, 'm.id', visible, narrow, actor.userId);
    const marked = await highlights(this.database, matching, searchQuery(narrow));
    const found: Wire<MatchingMessages> = { messages: Object.fromEntries(marked) };
    return new JsonText(JSON.stringify(found));
  }

  private async anchorOf(anchor: MessageAnchor, narrow: ResolvedNarrow, viewer: Viewer | null): Promise<number> {
    switch (anchor) {
      case 'oldest':
        return 0;
      case 'newest':
        return LARGEST_ANCHOR;
      case 'first_unread':
        return viewer === null ? LARGEST_ANCHOR : this.firstUnread(narrow, viewer);
      default:
        return Math.min(Math.max(Math.trunc(anchor), 0), LARGEST_ANCHOR);
    }
  }

  /**
   * The oldest unread message of the narrow, or LARGEST_ANCHOR. Muted streams and topics do not count, unless the narrow names the
   * stream or topic.
   */
  private async firstUnread(narrow: ResolvedNarrow, viewer: Viewer): Promise<number> {
    const stream = positive(narrow, 'stream')?.stream;
    const topic = positive(narrow, 'topic');
    const where = stream ? { recipientId: stream.recipientId, ...(topic && { topicKey: topic.topicKey }) } : {};
    const unread = (await unreadMessages(this.database, viewer, where)).map(({ id }) => id);
    if (unread.length === 0) return LARGEST_ANCHOR;
    const wanted = stream ? narrow : [...narrow, { kind: 'home', isNegated: false } as const];
    const isStream = stream !== undefined && !topic;
    const [first] = await selectMatching(this.database, 'min(m.id) AS id', unread, wanted, viewer.userId, isStream);
    return first ?? LARGEST_ANCHOR;
  }

  private async wantedOf(request: PageRequest): Promise<{ query: NarrowQuery; wanted: PageRange }> {
    const { actor: viewer, realmId, includeAnchor, numBefore, numAfter } = request;
    if (!includeAnchor && numBefore > 0 && numAfter > 0) {
      throw badRequest('The anchor can only be excluded at an end of the range');
    }
    if (viewer === null) await this.requireOpen(realmId);
    const narrow = await this.resolveNarrow.resolve(viewer, realmId, request.narrow);
    const anchor = await this.anchorOf(request.anchor, narrow, viewer);
    return { query: { narrow, viewer, realmId }, wanted: { anchor, includeAnchor, numBefore, numAfter } };
  }

  private findIds(query: NarrowQuery, wanted: PageRange): Promise<FoundPage> {
    return findPage(wanted, (range) => readIds(this.database, query, range));
  }

  private async readPage(query: NarrowQuery, wanted: PageRange): Promise<ReadPage> {
    const isPlace = isOfOnePlace(query.narrow);
    if (!isPlace && !isWide(query.narrow)) return { page: await this.findIds(query, wanted), states: undefined };
    const states: MessageStates[] = [];
    const page = await findPage(wanted, async (range) => {
      const ofRange = isPlace
        ? await this.readPlace(query, statesStatement(query, range))
        : await readByWalking(this.database, query, range);
      if (!ofRange) {
        // The found ids make the page: without a message that was deleted since, it would look like the last page.
        const ids = await readIds(this.database, query, range);
        states.push(await statesOfMessages(this.database, query.viewer, query.realmId, ids));
        return ids;
      }
      states.push(ofRange);
      return range.direction === 'ascending' ? [...ofRange.ids] : ofRange.ids.toReversed();
    });
    return { page, states };
  }

  private readPlace({ narrow }: NarrowQuery, { sql, parameters }: ReturnType<typeof statesStatement>) {
    return readStates(this.database, sql, parameters, recipientOf(narrow));
  }

  private async requireOpen(realmId: number): Promise<void> {
    const realm = await this.projections.realm(realmId);
    if (!realm.webPublicStreamsEnabled) {
      throw unauthorized('Not logged in: API authentication or user session required');
    }
  }
}

function requestedAnchor({ numBefore, numAfter, useFirstUnreadAnchor, anchor }: PageSelection): MessageAnchor {
  if (numBefore + numAfter > MAX_MESSAGES_PER_FETCH) {
    throw badRequest(`Too many messages requested (maximum ${MAX_MESSAGES_PER_FETCH}).`);
  }
  const from = useFirstUnreadAnchor ? 'first_unread' : anchor;
  if (from === undefined) throw badRequest("Missing 'anchor' argument.");
  return from;
}

/** JSON text of further members, each after a comma. */
const membersOf = (members: object | undefined): string => (members ? `,${JSON.stringify(members).slice(1, -1)}` : '');
