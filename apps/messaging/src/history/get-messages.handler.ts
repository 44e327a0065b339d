import {
  badRequest,
  type GetMessages,
  LARGEST_ANCHOR,
  type MatchMessages,
  type MessageAnchor,
  type MessagePage,
  unauthorized,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import type { Viewer } from '../access/viewer.js';
import { Directories } from '../directory/directories.js';
import { messageOnWire } from '../messages/view/message-on-wire.js';
import { readMessages } from '../messages/view/read-messages.js';
import { type FoundPage, findPage } from './find-page.js';
import { firstUnread } from './first-unread.js';
import { type Highlights, highlights } from './highlights.js';
import { narrowConditions } from './narrow-conditions.js';
import { ResolveNarrow } from './resolve-narrow.js';
import { positive, type ResolvedNarrow, searchQuery } from './resolved-narrow.js';
import { SqlParameters } from './sql-parameters.js';

/** What is asked of a page, besides how its messages are shown. */
export type PageRequest = Pick<
  GetMessages,
  'actor' | 'realmId' | 'anchor' | 'includeAnchor' | 'numBefore' | 'numAfter' | 'narrow'
>;

/** Pages of history. Three queries for a plain page: one per direction asked for, the messages, their reactions. */
@Injectable()
export class GetMessagesHandler {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly directories: Directories,
    private readonly resolveNarrow: ResolveNarrow,
  ) {}

  async getPage(request: GetMessages): Promise<MessagePage> {
    const { narrow, page, anchor } = await this.findPage(request);
    const query = searchQuery(narrow);
    const marked = query === null ? undefined : await highlights(this.database, page.ids, query);
    return {
      messages: await this.show(request, page.ids, marked),
      anchor,
      found_anchor: page.foundAnchor,
      found_oldest: page.foundOldest,
      found_newest: page.foundNewest,
      history_limited: false,
    };
  }

  /** Only the ids. */
  async findPage(request: PageRequest): Promise<{ narrow: ResolvedNarrow; page: FoundPage; anchor: number }> {
    const { actor, realmId, includeAnchor, numBefore, numAfter } = request;
    if (!includeAnchor && numBefore > 0 && numAfter > 0) {
      throw badRequest('The anchor can only be excluded at an end of the range');
    }
    const narrow = await this.resolveNarrow.resolve(actor, realmId, request.narrow);
    if (actor === null) await this.requireWebPublic(realmId, narrow);
    const anchor = await this.anchorOf(request.anchor, narrow, actor);
    const page = await findPage(this.database, narrow, actor, realmId, {
      anchor,
      includeAnchor,
      numBefore,
      numAfter,
    });
    return { narrow, page, anchor };
  }

  async match({ actor, messageIds, narrow: wireNarrow }: MatchMessages): Promise<Record<number, Highlights>> {
    const narrow = await this.resolveNarrow.resolve(actor, actor.realmId, wireNarrow);
    const visible = await this.access.visibleAmong(actor, actor.realmId, [...new Set(messageIds)]);
    const parameters = new SqlParameters();
    const ids = parameters.add(visible, 'bigint[]');
    const conditions = narrowConditions(narrow, actor.userId, parameters);
    const rows = await this.database.query<{ id: number }>(
      `SELECT m.id FROM messages m WHERE ${[`m.id = ANY (${ids})`, ...conditions].join(' AND ')}`,
      parameters.values,
    );
    const matching = rows.map((row) => row.id);
    return Object.fromEntries(await highlights(this.database, matching, searchQuery(narrow)));
  }

  private async anchorOf(anchor: MessageAnchor, narrow: ResolvedNarrow, viewer: Viewer | null): Promise<number> {
    switch (anchor) {
      case 'oldest':
        return 0;
      case 'newest':
        return LARGEST_ANCHOR;
      case 'first_unread':
        return firstUnread(this.database, narrow, viewer);
      default:
        return Math.min(Math.max(Math.trunc(anchor), 0), LARGEST_ANCHOR);
    }
  }

  private async show(
    { actor, realmId, applyMarkdown, clientExtavatar }: GetMessages,
    ids: readonly number[],
    marked: ReadonlyMap<number, Highlights> | undefined,
  ): Promise<Readonly<Record<string, unknown>>[]> {
    if (ids.length === 0) return [];
    const [users, realm, markup] = await Promise.all([
      this.directories.users(realmId),
      this.directories.realm(realmId),
      this.directories.markup(realmId),
    ]);
    const { linkifiers } = markup;
    const context = { reader: actor, applyMarkdown, clientExtavatar, users, realm, linkifiers };
    const messages = await readMessages(this.database, actor, realmId, ids);
    return messages.map((message) => ({ ...messageOnWire(message, context), ...marked?.get(message.id) }));
  }

  /** Spectators must say that they want web-public streams, or name one. */
  private async requireWebPublic(realmId: number, narrow: ResolvedNarrow): Promise<void> {
    const realm = await this.directories.realm(realmId);
    const isNamed = positive(narrow, 'streams')?.webPublicOnly || positive(narrow, 'stream') !== undefined;
    if (!realm.webPublicStreamsEnabled || !isNamed) {
      throw unauthorized('Not logged in: API authentication or user session required');
    }
  }
}
