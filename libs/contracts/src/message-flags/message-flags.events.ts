import { itsUser } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf, clientEvent } from '../kit/client-event.js';
import { Bool, Field, ListOf, MapOf, Nested, Text } from '../kit/fields.js';
import { constant, id } from '../kit/types/index.js';
import { type EditableFlag, type FlagOperation, UnreadMessageFields, UnreadMessages } from './message-flags.schema.js';

class FlagsEvent {
  @Text() flag!: string;
  @ListOf(id(), { description: 'Empty when `all` is true.' }) messages!: readonly number[];
  @Bool() all!: boolean;
}

const sameAsOp = { deprecated: true, description: 'The same as `op`.' } as const;

/** Client event for the queues of the user; `all` means every message of the user. */
@ClientEventOf({
  type: 'update_message_flags',
  op: 'add',
  when: 'The user flagged messages, here or in another client.',
})
export class FlagsAddEvent extends FlagsEvent {
  @Field(constant('add'), sameAsOp) operation!: 'add';
}

/** Client event for the queues of the user; removal of the flag `read` makes messages unread. */
@ClientEventOf({
  type: 'update_message_flags',
  op: 'remove',
  when: 'The user took a flag from messages, here or in another client.',
})
export class FlagsRemoveEvent extends FlagsEvent {
  @Field(constant('remove'), sameAsOp) operation!: 'remove';
  @MapOf(UnreadMessageFields, {
    optional: true,
    description: 'By message id, when messages became unread: the fields for counting them.',
  })
  messageDetails?: Readonly<Record<string, UnreadMessageFields>>;
}

/** At most the newest `MAX_UNREAD_MESSAGES`. */
export class UnreadRegisterFields {
  @Nested(UnreadMessages) unreadMsgs!: UnreadMessages;
}

/** Ids, ascending; also of messages that are invisible because the user left their stream. */
export class StarredRegisterFields {
  @ListOf(id()) starredMessages!: readonly number[];
}

/** Fields of a message that becomes unread again, so that clients can count it. */
export type UnreadMessageDetails =
  | {
      readonly messageId: number;
      readonly kind: 'stream';
      readonly streamId: number;
      readonly topic: string;
      readonly isMentioned: boolean;
      readonly isMuted: boolean;
    }
  | {
      readonly messageId: number;
      readonly kind: 'direct';
      /** Participants without the reader; ascending. */
      readonly userIds: readonly number[];
      readonly isMentioned: boolean;
    };

/** A flag that a user set or cleared. Only queues of this user get it. */
export class MessageFlagsChangedPayload {
  readonly userId!: number;
  readonly op!: FlagOperation;
  readonly flag!: EditableFlag;
  /** Ascending; empty with `all`. */
  readonly messageIds!: readonly number[];
  /** The change applies to all messages of the user. */
  readonly all!: boolean;
  /** For messages that become unread. */
  readonly details?: readonly UnreadMessageDetails[];
}

/** The flags of one user changed; at most `MAX_MESSAGES_PER_FLAG_EVENT` messages in one event. */
export const MessageFlagsChanged = domainEvent('messaging.message_flags_changed', {
  payload: MessageFlagsChangedPayload,
  audience: itsUser,
  clientEvents: [FlagsAddEvent, FlagsRemoveEvent],
  toClient: ({ op, flag, messageIds: messages, all, details }) => {
    if (op === 'add') return [clientEvent(FlagsAddEvent, { operation: op, flag, messages, all })];
    const messageDetails =
      details && Object.fromEntries(details.map((message) => [message.messageId, unreadFields(message)]));
    return [clientEvent(FlagsRemoveEvent, { operation: op, flag, messages, all, messageDetails })];
  },
});

function unreadFields(message: UnreadMessageDetails): UnreadMessageFields {
  const mentioned = message.isMentioned ? true : undefined;
  return message.kind === 'direct'
    ? { type: 'private', mentioned, userIds: message.userIds }
    : {
        type: 'stream',
        mentioned,
        streamId: message.streamId,
        topic: message.topic,
        unmutedStreamMsg: !message.isMuted,
      };
}
