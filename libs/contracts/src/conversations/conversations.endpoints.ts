import { endpoint } from '../kit/endpoint.js';
import { Bool, Id, Integer, ListOf } from '../kit/fields.js';
import { ListedConversation, MAX_CONVERSATIONS } from './conversations.schema.js';

/** Chooses a page of the conversations of the caller. */
export class ConversationSelection {
  @Id({ optional: true, description: '`next_before` of the page before this one.' }) before?: number;
  @Integer({ min: 1, max: MAX_CONVERSATIONS, default: 40 }) limit!: number;
  @Bool({ default: false }) unreadOnly!: boolean;
  @Bool({ default: true, description: 'With muted topics, and topics of muted streams.' }) includeMuted!: boolean;
}

/** A page of conversations, the newest message first. */
export class ConversationPage {
  @ListOf(ListedConversation) conversations!: readonly ListedConversation[];
  @Id({
    nullable: true,
    description:
      '`before` of the next page; null: there is none. A page may have fewer conversations than requested, even none, and a next one.',
  })
  nextBefore!: number | null;
}

/** Conversations that cost as much as a cheap call. */
const CONVERSATIONS_PER_COST = 20;

/**
 * The conversations of the messages that GET /messages returns without a narrow: those that the actor received. Events of messages,
 * their flags, changes and deletions, of topics and subscriptions report every change.
 */
export const getConversations = endpoint('GET /conversations', {
  pattern: 'messaging.conversations.get_page',
  summary: 'Get conversations by their latest messages',
  parameters: ConversationSelection,
  response: ConversationPage,
  readCost: ({ limit }) => Math.ceil(limit / CONVERSATIONS_PER_COST),
});
