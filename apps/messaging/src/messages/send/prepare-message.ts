import {
  type Account,
  type Addressee,
  type MessageRecipient,
  missingParameter,
  type NewMessage,
  type Principal,
  type StreamRecord,
} from '@chat/contracts';
import { type NamedReference, topicLinks } from '@chat/markdown';
import { Database, type Queryable } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { StreamReaders } from '../../access/stream-readers.js';
import { checkedContent } from '../../names/check-text.js';
import { RealmProjections, type RealmState } from '../../projections/realm-projections.js';
import type { RealmUsers } from '../../projections/realm-users.js';
import { checkedWidget } from '../../submessages/widget-content.js';
import { MessageRenderer } from '../rendering/message-renderer.js';
import { DirectRecipients } from './direct-recipients.js';
import { namedPeople } from './named-people.js';
import type { PreparedMessage } from './prepared-message.js';
import { type CheckedRecipient, StreamRecipients, streamPlace } from './stream-recipients.js';
import { botsAmong } from './triggered-bots.js';
import { widgetOf } from './widget-commands.js';
import { WildcardMentions } from './wildcard-mentions.js';

export interface MessageToSend extends NewMessage {
  readonly sender: Principal;
  /** The client program, from User-Agent. */
  readonly clientName: string;
  /** Skips the check that the sender may write to the stream. */
  readonly mayWriteToEveryStream?: boolean | undefined;
}

/** Muters of the sender for which a new message is stored as read, one row each. Further muters find it unread. */
const MAX_MUTERS_PER_MESSAGE = 500;

const NO_USERS: ReadonlySet<number> = new Set();

/**
 * Prepares messages for `GroupCommit.store` or `storeMessages`: recipient, permission, HTML, mentions. Throws `ApiError`. Writes
 * nothing except the recipient of a new direct conversation.
 */
@Injectable()
export class PrepareMessage {
  constructor(
    private readonly projections: RealmProjections,
    private readonly streamRecipients: StreamRecipients,
    private readonly directRecipients: DirectRecipients,
    private readonly renderer: MessageRenderer,
    private readonly readers: StreamReaders,
    private readonly wildcardMentions: WildcardMentions,
    private readonly database: Database,
  ) {}

  async prepare(request: MessageToSend): Promise<PreparedMessage> {
    const { sender, type, topic, queueId, localId, clientName, mayWriteToEveryStream } = request;
    const realmState = await this.projections.state(sender.realmId);
    const to = addresseeOf(request, realmState.users);
    // The reference server reports errors in this order: form of the recipient, content, recipient.
    const place = type === 'stream' ? streamPlace(to, topic) : undefined;
    const people = place ? [] : namedPeople(to, realmState.users);
    const content = checkedContent(request.content);
    const checked: CheckedRecipient = place
      ? await this.streamRecipients.writableBy(sender, place, realmState, mayWriteToEveryStream)
      : await this.directRecipients.writableBy(sender, people, realmState);
    const widget = request.widgetContent === undefined ? undefined : checkedWidget(request.widgetContent);
    const message = await this.complete(sender, checked, content, realmState, clientName);
    if (message.rendering.wildcardMentioned) {
      await this.wildcardMentions.requireMayMentionAll(sender, checked.stream, realmState);
    }
    return {
      ...message,
      widget: widget ?? message.widget,
      localEcho: queueId && localId ? { queueId, localId } : null,
    };
  }

  /**
   * Renders and addresses a message with checked sender, recipient and content. Inside a transaction, pass the transaction as
   * `queryable`, and the streams that may be linked to: waiting for a second connection there can deadlock.
   */
  async complete(
    sender: Principal,
    { recipient, stream }: CheckedRecipient,
    content: string,
    { realm, users }: RealmState,
    clientName: string,
    { queryable = this.database as Queryable, linkable = undefined as readonly NamedReference[] | undefined } = {},
  ): Promise<PreparedMessage> {
    const { realmId, userId, email, fullName, isBot } = sender;
    const rendering = await this.renderer.render(sender, content, linkable);
    const { linkifiers } = await this.projections.markup(realmId);
    const alerted = users.usersAlertedBy(content);
    const named = [...rendering.mentionedUserIds, ...alerted]
      .map((id) => users.get(id))
      .filter((user) => user?.isActive);
    const seeing =
      named.length === 0
        ? NO_USERS
        : new Set(
            recipient.kind === 'direct'
              ? recipient.participants.map(({ id }) => id)
              : await this.readers.readersAmong(stream as StreamRecord, named as Account[], queryable),
          );
    const muters = await this.mutersAmongReceivers(userId, users, recipient, queryable);
    // People call bots by a mention in a stream, or by a direct message.
    const called =
      recipient.kind === 'stream' ? rendering.mentionedUserIds : recipient.participants.map(({ id }) => id);
    const triggeredBotIds = isBot || called.length === 0 ? [] : botsAmong(called, users);
    return {
      realmId,
      sender: { userId, email, fullName, realmStr: realm.str, isBot },
      recipient,
      isFirstOfStream: stream?.firstMessageId === null,
      content,
      rendering,
      topicLinks: recipient.kind === 'stream' ? topicLinks(recipient.topic, linkifiers) : [],
      widget: content.startsWith('/') ? widgetOf(content) : undefined,
      clientName,
      isReadBySender: isSentByPerson(clientName),
      ...(muters.length > 0 && { readByUserIds: muters }),
      ...(triggeredBotIds.length > 0 && { triggeredBotIds }),
      mentionedUserIds: activeAmong(rendering.mentionedUserIds, seeing, users),
      alertWordUserIds: activeAmong(alerted, seeing, users),
      localEcho: null,
    };
  }

  /** Receivers that muted the sender. No query if no user did. */
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
        ? await this.readers.subscribersAmong(recipient.streamId, muters, queryable)
        : new Set(recipient.participants.map(({ id }) => id));
    return muters.filter((userId) => receivers.has(userId)).slice(0, MAX_MUTERS_PER_MESSAGE);
  }
}

/** The active users of `userIds` that see the message; each once, ascending. */
const activeAmong = (userIds: readonly number[], seeing: ReadonlySet<number>, users: RealmUsers): number[] =>
  [...new Set(userIds)].filter((id) => seeing.has(id) && users.get(id)?.isActive).sort((a, b) => a - b);

/** A stream message of a bot without `to` goes to the default stream of the bot. */
function addresseeOf({ type, to, sender }: MessageToSend, users: RealmUsers): Addressee {
  if (to !== undefined) return to;
  const stream = type === 'stream' ? users.get(sender.userId)?.botDefaults?.sendingStream : undefined;
  if (!stream) throw missingParameter('to');
  return stream.id;
}

/** Client programs in which a person reads the sent message. Source: public behaviour of the reference server, 7.0. */
const CLIENTS_OF_PEOPLE = new Set([
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'snipe',
  'website',
  'ios',
  'android',
]);

/** Whether a message from this client counts as read by its sender. A message from a program with a user's key does not. */
export function isSentByPerson(clientName: string): boolean {
  const name = clientName.toLowerCase();
  return CLIENTS_OF_PEOPLE.has(name) || name.includes('desktop app');
}
