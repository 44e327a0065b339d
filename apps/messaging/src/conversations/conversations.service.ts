import {
  type ConversationPage,
  type ConversationSelection,
  LARGEST_ANCHOR,
  type ListedConversation,
  type Principal,
  TopicVisibility,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { excerptOf, foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { mutingBy } from '../message-flags/unread-details.js';
import { type UnreadMessage, unreadMessages } from '../read-state/unread-messages.js';
import { readUserTopics } from '../register/register-part.js';
import { SubscriptionEntity } from '../stream-records/subscription.entity.js';
import { conversationsOf, type FoundConversation, findConversations } from './find-conversations.js';

/** Statements for one page: after so many a short page is returned. */
const MAX_ROUNDS = 3;

interface Unread {
  readonly newestId: number;
  readonly count: number;
  readonly isMentioned: boolean;
  readonly isMuted: boolean;
}

/** Choices and unread messages of the viewer, by conversation. */
interface ReaderView {
  readonly unread: ReadonlyMap<string, Unread>;
  readonly isMuted: (conversation: Pick<FoundConversation, 'streamId' | 'topic'>) => boolean;
  readonly policyOf: (conversation: FoundConversation) => TopicVisibility;
}

/** Conversations by their latest messages, a page by few statements. Muting and read state are those of the register response. */
@Injectable()
export class ConversationsService {
  constructor(private readonly database: Database) {}

  async getPage(actor: Principal, selection: ConversationSelection): Promise<ConversationPage> {
    const below = selection.before ?? LARGEST_ANCHOR;
    if (selection.unreadOnly) {
      const view = await this.viewOf(actor);
      return this.unreadPage(actor, { ...selection, below }, view);
    }
    const [view, first] = await Promise.all([
      this.viewOf(actor),
      findConversations(this.database, actor, { ...selection, below }),
    ]);
    return this.latestPage(actor, selection, view, first);
  }

  private async unreadPage(
    actor: Principal,
    { below, limit, includeMuted }: ConversationSelection & { below: number },
    view: ReaderView,
  ): Promise<ConversationPage> {
    const newest = [...view.unread.values()]
      .filter(({ newestId, isMuted }) => newestId < below && (includeMuted || !isMuted))
      .map(({ newestId }) => newestId);
    // The newest unread messages of all conversations are in order, because the messages were.
    const page = newest.slice(0, limit);
    const found = await conversationsOf(this.database, actor, page);
    return {
      conversations: this.shown(found, view, includeMuted),
      nextBefore: newest.length > limit ? (page.at(-1) ?? null) : null,
    };
  }

  private async latestPage(
    actor: Principal,
    { limit, includeMuted }: ConversationSelection,
    view: ReaderView,
    first: Awaited<ReturnType<typeof findConversations>>,
  ): Promise<ConversationPage> {
    const conversations: ListedConversation[] = [];
    let { found, completeFrom } = first;
    for (let round = 1; ; round++) {
      conversations.push(...this.shown(found, view, includeMuted));
      if (conversations.length >= limit) {
        const page = conversations.slice(0, limit);
        return { conversations: page, nextBefore: page.at(-1)?.maxMessageId ?? null };
      }
      // A full list ends at its last conversation, a short one where the search ended.
      const below = found.length >= limit ? (found.at(-1) as FoundConversation).id : completeFrom;
      if (below === 0) return { conversations, nextBefore: null };
      if (round === MAX_ROUNDS) return { conversations, nextBefore: below };
      ({ found, completeFrom } = await findConversations(this.database, actor, { below, limit, includeMuted }));
    }
  }

  private async viewOf(actor: Principal): Promise<ReaderView> {
    const [unread, topics, mutedStreams] = await Promise.all([
      unreadMessages(this.database, actor),
      readUserTopics(this.database, actor.userId),
      this.database.getRepository(SubscriptionEntity).findBy({ userId: actor.userId, isActive: true, isMuted: true }),
    ]);
    const isMutedTopic = mutingBy(
      mutedStreams.map(({ streamId }) => streamId),
      topics,
    );
    const isMuted: ReaderView['isMuted'] = ({ streamId, topic }) => streamId !== null && isMutedTopic(streamId, topic);
    const policies = new Map(topics.map((topic) => [`${topic.streamId} ${topic.topicKey}`, topic.visibilityPolicy]));
    return {
      unread: unreadByConversation(unread, isMuted),
      isMuted,
      policyOf: ({ streamId, topicKey }) => policies.get(`${streamId} ${topicKey}`) ?? TopicVisibility.Inherit,
    };
  }

  private shown(found: readonly FoundConversation[], view: ReaderView, includeMuted: boolean): ListedConversation[] {
    return found
      .filter((conversation) => includeMuted || !view.isMuted(conversation))
      .map((conversation) => {
        const unread = view.unread.get(keyOf(conversation.recipientId, conversation.topicKey));
        return {
          type: conversation.streamId === null ? 'direct' : 'stream',
          streamId: conversation.streamId,
          topic: conversation.topic,
          userIds: conversation.userIds ?? [],
          maxMessageId: conversation.id,
          senderId: conversation.senderId,
          timestamp: conversation.sentAtSeconds,
          excerpt: excerptOf(conversation.renderedContent),
          senderIds: conversation.senderIds,
          unreadCount: unread?.count ?? 0,
          mentioned: unread?.isMentioned ?? false,
          visibilityPolicy: view.policyOf(conversation),
        };
      });
  }
}

const keyOf = (recipientId: number, topicKey: string): string => `${recipientId} ${topicKey}`;

/** Unread messages (the newest first) by conversation. A wildcard mention in a muted topic does not count, as in `unread_msgs`. */
function unreadByConversation(messages: readonly UnreadMessage[], isMuted: ReaderView['isMuted']): Map<string, Unread> {
  const conversations = new Map<string, Unread>();
  for (const message of messages) {
    const key = keyOf(message.recipientId, foldName(message.topic));
    const known = conversations.get(key);
    const isInMuted = known?.isMuted ?? isMuted(message);
    const isMentioned = message.isMentioned || (message.isWildcardMention && !isInMuted);
    conversations.set(key, {
      newestId: known?.newestId ?? message.id,
      count: (known?.count ?? 0) + 1,
      isMentioned: known?.isMentioned === true || isMentioned,
      isMuted: isInMuted,
    });
  }
  return conversations;
}
