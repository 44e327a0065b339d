import { RenamedOnWire } from '../kit/described-class.js';
import { endpoint } from '../kit/endpoint.js';
import { EXAMPLE_VALUES } from '../kit/examples/example-values.js';
import { Bool, Field, Integer, ListOf, MapOf, Text } from '../kit/fields.js';
import { IntersectionType, PartialType } from '../kit/mapped-classes.js';
import { count, id } from '../kit/types/index.js';
import { MAX_MESSAGES_PER_FETCH } from '../limits.js';
import { Message } from '../messages/messages.schema.js';
import { LARGEST_ANCHOR, type MessageAnchor, messageAnchor, narrow } from './history.schema.js';

/** The page and the form of the messages. */
export class PageSelection {
  /** Required unless `useFirstUnreadAnchor`. */
  @Field(messageAnchor(), { optional: true }) anchor?: MessageAnchor;
  @Bool({ default: true }) includeAnchor!: boolean;
  /** `numBefore` and `numAfter` together are at most MAX_MESSAGES_PER_FETCH. */
  @Field(count(), {}) numBefore!: number;
  @Field(count(), {}) numAfter!: number;
  @Field(narrow(), { default: [] }) narrow!: readonly unknown[];
  @Bool({ default: true }) clientExtavatar!: boolean;
  @Bool({ default: true }) applyMarkdown!: boolean;
  @Bool({ optional: true, deprecated: true }) useFirstUnreadAnchor?: boolean;
}

/** Rendered content and topic of a message, with the matches of a search marked. */
export class MarkedMessage {
  @Text({ description: 'With a search: the content with its matches marked.' }) matchContent!: string;
  @Text() matchSubject!: string;
}

/** Searches add the marked texts. */
export class MessageInPage extends IntersectionType(Message, PartialType(MarkedMessage)) {}

/** Response of GET /messages, ascending by id; `anchor` is the requested anchor as a number. */
export class MessagePage {
  @ListOf(MessageInPage) messages!: readonly MessageInPage[];
  @Integer({ max: LARGEST_ANCHOR }) anchor!: number;
  @Bool() foundAnchor!: boolean;
  @Bool() foundOldest!: boolean;
  @Bool() foundNewest!: boolean;
  @Bool({ description: 'Always false: no plan limits the history.' }) historyLimited!: boolean;
}

/** Parameters of GET /messages/matches_narrow: at most MAX_MESSAGES_PER_FETCH message ids and a narrow. */
export class MessagesToMatch extends RenamedOnWire({ messageIds: 'msg_ids' }) {
  @ListOf(id(), { max: MAX_MESSAGES_PER_FETCH }) messageIds!: readonly number[];
  @Field(narrow(), {}) narrow!: readonly unknown[];
}

/** Response of GET /messages/matches_narrow, by message id; messages without a match are absent. */
export class MatchingMessages {
  @MapOf(MarkedMessage) messages!: Readonly<Record<string, MarkedMessage>>;
}

/** Messages that cost as much as a cheap call, to read or to search. */
const MESSAGES_PER_COST = 100;
/** A search for words costs as much as this many pages. */
const SEARCH_COST = 10;

const isSearch = (term: unknown): boolean =>
  (Array.isArray(term) ? term[0] : (term as { readonly operator?: unknown }).operator) === 'search';

/**
 * The messages that the actor can see, ascending by id; without a narrow on a stream only messages that the actor received. A
 * spectator sees web-public streams. The service writes the text of the response. Errors: BAD_NARROW for an unknown operator or
 * operand; BAD_REQUEST for too many messages, and for a narrow that spectators may not use.
 */
export const getMessages = endpoint('GET /messages', {
  pattern: 'messaging.messages.get_page',
  access: 'user-or-spectator',
  summary: 'Get a page of messages',
  parameters: PageSelection,
  example: { anchor: 'newest', narrow: EXAMPLE_VALUES.narrow },
  response: MessagePage,
  readCost: ({ numBefore, numAfter, narrow: terms }) =>
    Math.max(1, Math.ceil((numBefore + numAfter) / MESSAGES_PER_COST)) * (terms.some(isSearch) ? SEARCH_COST : 1),
});

/** Finds the messages that the actor can see and that match the narrow. Errors: those of getMessages. */
export const matchMessages = endpoint('GET /messages/matches_narrow', {
  pattern: 'messaging.messages.match',
  summary: 'Find the messages of a list that match a narrow',
  parameters: MessagesToMatch,
  response: MatchingMessages,
  readCost: ({ messageIds }) => Math.max(1, Math.ceil(messageIds.length / MESSAGES_PER_COST)),
});
