import { badRequest, type MessageRecipient, type NewMessage, type Principal, type StreamRecord } from '@chat/contracts';
import { type NamedReference, topicLinks } from '@chat/markdown';
import { Database, type Queryable } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Access } from '../../access/access.js';
import { checkedContent } from '../../names/check-text.js';
import { RealmProjections, type RealmState } from '../../projections/realm-projections.js';
import type { RealmUsers } from '../../projections/realm-users.js';
import { MessageRenderer } from '../rendering/message-renderer.js';
import { namedPeople, streamPlace } from './addressee.js';
import { type CheckedRecipient, CheckRecipient } from './check-recipient.js';
import type { PreparedMessage } from './prepared-message.js';
import { isSentByPerson } from './sent-by-person.js';
import { mayMentionAll, WILDCARD_MENTION_THRESHOLD } from './wildcard-policy.js';

export interface MessageToSend extends NewMessage {
  readonly sender: Principal;
  /** The client program, from User-Agent. */
  readonly clientName: string;
}

/** Users who muted the sender for whom a new message is stored as read: each costs a row. Others find it unread. */
const MAX_MUTERS_PER_MESSAGE = 500;

/**
 * Everything between the request and the commit: whom it goes to, whether the sender may, the HTML, who is mentioned. Refuses
 * (`ApiError`) or answers what `GroupCommit`, or a transaction of one's own with `storeMessages`, takes. Changes
 * nothing but that a direct conversation gets its recipient.
 */
@Injectable()
export class PrepareMessage {
  constructor(
    private readonly projections: RealmProjections,
    private readonly checkRecipient: CheckRecipient,
    private readonly renderer: MessageRenderer,
    private readonly access: Access,
    private readonly database: Database,
  ) {}

  async prepare(request: MessageToSend): Promise<PreparedMessage> {
    const { sender, queueId, localId, clientName } = request;
    const realmState = await this.projections.state(sender.realmId);
    const { checked, content } = await this.checked(request, realmState);
    const message = await this.complete(sender, checked, content, realmState, clientName);
    if (message.rendering.wildcardMentioned && checked.stream) {
      await this.checkMayMentionAll(sender, checked.stream, realmState);
    }
    return { ...message, localEcho: queueId && localId ? { queueId, localId } : null };
  }

  /** Checks the request itself before its recipient: the reference server reports errors in this order. */
  private async checked({ sender, type, to, topic, content }: MessageToSend, realmState: RealmState) {
    if (type === 'stream') {
      const place = streamPlace(to, topic);
      const text = checkedContent(content);
      return { checked: await this.checkRecipient.stream(sender, place, realmState), content: text };
    }
    const people = namedPeople(to, realmState.users);
    const text = checkedContent(content);
    return { checked: await this.checkRecipient.people(sender, people, realmState), content: text };
  }

  /**
   * Renders and addresses a message whose sender, recipient and content were checked, or need no check (notices). Inside a
   * transaction pass it as `queryable`, and the streams that may be linked to: a second connection must not be waited for there.
   */
  async complete(
    sender: Principal,
    { recipient, stream }: CheckedRecipient,
    content: string,
    realmState: RealmState,
    clientName: string,
    { queryable = this.database as Queryable, linkable = undefined as readonly NamedReference[] | undefined } = {},
  ): Promise<PreparedMessage> {
    const { realmId } = sender;
    const rendering = await this.renderer.render(sender, content, linkable);
    const markup = await this.projections.markup(realmId);
    const [mentionedUserIds, alertWordUserIds] = await this.thoseWhoSee(
      [rendering.mentionedUserIds, realmState.users.usersAlertedBy(content)],
      realmState.users,
      recipient,
      stream,
      queryable,
    );
    const muters = await this.mutersAmongReceivers(sender.userId, realmState.users, recipient, queryable);
    return {
      realmId,
      sender: {
        userId: sender.userId,
        email: sender.email,
        fullName: sender.fullName,
        realmStr: realmState.realm.str,
        isBot: sender.isBot,
      },
      recipient,
      isFirstOfStream: stream !== null && stream.firstMessageId === null,
      content,
      rendering,
      topicLinks: recipient.kind === 'stream' ? topicLinks(recipient.topic, markup.linkifiers) : [],
      clientName,
      isReadBySender: isSentByPerson(clientName),
      ...(muters.length > 0 && { readByUserIds: muters }),
      mentionedUserIds: mentionedUserIds as number[],
      alertWordUserIds: alertWordUserIds as number[],
      localEcho: null,
    };
  }

  /** Of each list of users, those who are active and see the message; ascending. At most one query. */
  private async thoseWhoSee(
    lists: readonly (readonly number[])[],
    users: RealmUsers,
    recipient: MessageRecipient,
    stream: StreamRecord | null,
    queryable: Queryable,
  ): Promise<number[][]> {
    const candidates = [...new Set(lists.flat())].map((id) => users.get(id)).filter((user) => user?.isActive) as {
      userId: number;
      role: Principal['role'];
    }[];
    if (candidates.length === 0) return lists.map(() => []);
    const seeing = new Set(
      stream
        ? await this.access.readersAmong(stream, candidates, queryable)
        : recipient.kind === 'direct'
          ? recipient.participants.map((participant) => participant.id)
          : [],
    );
    const isSeeing = new Set(candidates.map((user) => user.userId).filter((id) => seeing.has(id)));
    return lists.map((list) => [...new Set(list)].filter((id) => isSeeing.has(id)).sort((a, b) => a - b));
  }

  /** Receivers who muted the sender. No query if no user did. */
  private async mutersAmongReceivers(
    senderId: number,
    users: RealmUsers,
    recipient: MessageRecipient,
    queryable: Queryable,
  ): Promise<number[]> {
    const muters = users.mutersOf(senderId);
    if (muters.length === 0) return [];
    const receivers =
      recipient.kind === 'stream'
        ? await this.access.subscribersAmong(recipient.streamId, muters, queryable)
        : new Set(recipient.participants.map((participant) => participant.id));
    return muters.filter((userId) => receivers.has(userId)).slice(0, MAX_MUTERS_PER_MESSAGE);
  }

  /** Refuses a wildcard mention in a large stream unless the policy of the realm allows it. */
  async checkMayMentionAll(sender: Principal, stream: StreamRecord, { realm, users }: RealmState): Promise<void> {
    if (mayMentionAll(realm, sender, Date.now() / 1000)) return;
    const [row] = await this.database.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM (
         SELECT 1 FROM subscriptions WHERE stream_id = $1 AND is_active AND user_id <> ALL ($2) LIMIT $3) AS counted`,
      [stream.streamId, users.deactivatedIds(), WILDCARD_MENTION_THRESHOLD + 1],
    );
    if ((row?.count ?? 0) > WILDCARD_MENTION_THRESHOLD) {
      throw badRequest('You do not have permission to use wildcard mentions in this stream.');
    }
  }
}
