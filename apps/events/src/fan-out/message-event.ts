import {
  type AccountReader,
  type AvatarSource,
  avatarUrlFor,
  type ClientTraits,
  type MessageEvent as MessageEventFields,
  type MessageFlag,
  type MessageInEvent,
  type MessageSentPayload,
  memberText,
  type Submessage,
  type Wire,
} from '@chat/contracts';
import { narrowKeysOf } from '@chat/narrow';

/**
 * The `message` event of one sent message: the part that readers share, built once per variant, and the members of one queue. Variants
 * differ in the form of the content and in the sender's avatar only.
 */
export class MessageEvent {
  /** Keys of the narrows that may match the message. */
  readonly narrowKeys: readonly string[];
  private readonly bodies = new Map<string, string>();
  private readonly mentioned: ReadonlySet<number>;
  private readonly alerted: ReadonlySet<number>;

  constructor(
    readonly message: MessageSentPayload,
    private readonly sender: AvatarSource,
  ) {
    const { userId: id, email } = message.sender;
    this.narrowKeys = narrowKeysOf({ sender: { id, email }, recipient: message.recipient });
    this.mentioned = new Set(message.mentionedUserIds);
    this.alerted = new Set(message.alertWordUserIds);
  }

  /** All members except `id`, `flags` and those of the local echo. */
  body(reader: AccountReader, { applyMarkdown, clientExtavatar }: ClientTraits): string {
    const avatar = avatarUrlFor(reader, this.sender, clientExtavatar);
    const variant = `${applyMarkdown} ${avatar}`;
    let body = this.bodies.get(variant);
    if (body === undefined) {
      body = `"type":"message",${member('message', wireMessage(this.message, applyMarkdown, avatar))}`;
      this.bodies.set(variant, body);
    }
    return body;
  }

  flags(userId: number): readonly MessageFlag[] {
    const { message } = this;
    const flags: MessageFlag[] = [];
    const isOwnAndRead = message.isReadBySender && userId === message.sender.userId;
    if (isOwnAndRead || message.readByUserIds?.includes(userId)) flags.push('read');
    if (this.mentioned.has(userId)) flags.push('mentioned');
    if (message.wildcardMentioned) flags.push('wildcard_mentioned');
    if (this.alerted.has(userId)) flags.push('has_alert_word');
    return flags;
  }

  /** Members of one queue: flags and, for the queue that sent the message, the id that its client gave it, under both names. */
  own(flags: readonly MessageFlag[], queueId: string): string {
    const text = member('flags', flags);
    const echo = this.message.localEcho;
    if (echo?.queueId !== queueId) return text;
    const { localId } = echo;
    return `${text},${member('local_message_id', localId)},${member('local_id', localId)}`;
  }
}

const member = <Name extends keyof Wire<MessageEventFields>>(
  name: Name,
  value: Wire<MessageEventFields>[Name],
): string => memberText<MessageEventFields>(name, JSON.stringify(value));

function wireMessage(
  message: MessageSentPayload,
  applyMarkdown: boolean,
  avatarUrl: string | null,
): Wire<MessageInEvent> {
  const { sender, recipient } = message;
  const isStream = recipient.kind === 'stream';
  return {
    id: message.messageId,
    sender_id: sender.userId,
    content: applyMarkdown ? message.renderedContent : message.content,
    recipient_id: recipient.recipientId,
    timestamp: message.sentAtSeconds,
    client: message.clientName,
    subject: isStream ? recipient.topic : '',
    topic_links: message.topicLinks,
    is_me_message: message.isMeMessage,
    reactions: [],
    submessages: (message.submessages ?? []).map(wireSubmessage),
    sender_full_name: sender.fullName,
    sender_email: sender.email,
    sender_realm_str: sender.realmStr,
    type: isStream ? 'stream' : 'private',
    display_recipient: isStream
      ? recipient.streamName
      : recipient.participants.map(({ id, email, fullName }) => ({
          id,
          email,
          full_name: fullName,
          is_mirror_dummy: false,
        })),
    stream_id: isStream ? recipient.streamId : undefined,
    avatar_url: avatarUrl,
    content_type: applyMarkdown ? 'text/html' : 'text/x-markdown',
  };
}

const wireSubmessage = ({ id, messageId, senderId, msgType, content }: Submessage): Wire<Submessage> => ({
  id,
  message_id: messageId,
  sender_id: senderId,
  msg_type: msgType,
  content,
});
