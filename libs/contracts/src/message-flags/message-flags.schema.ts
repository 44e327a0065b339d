import { Bool, Id, Integer, ListOf, OneOf, Text } from '../kit/fields.js';
import { id } from '../kit/types/index.js';

/** Flags that users set; the others derive from the message. */
export const EDITABLE_FLAGS = ['read', 'starred', 'collapsed'] as const;
export type EditableFlag = (typeof EDITABLE_FLAGS)[number];
/** Whether clients may set and clear the flag; the server alone decides about the others. */
export const isEditableFlag = (flag: string): flag is EditableFlag =>
  (EDITABLE_FLAGS as readonly string[]).includes(flag);

export const FLAG_OPERATIONS = ['add', 'remove'] as const;
export type FlagOperation = (typeof FLAG_OPERATIONS)[number];

export const MAX_MESSAGES_PER_FLAG_UPDATE = 5_000;
export const MAX_MESSAGES_PER_FLAG_EVENT = 5_000;

/** Fields of a message that becomes unread again, so that clients can count it. */
export class UnreadMessageFields {
  @OneOf(['private', 'stream']) type!: 'private' | 'stream';
  @Bool({ optional: true }) mentioned?: boolean;
  @ListOf(id(), { optional: true, description: 'The other people. Only for direct messages.' })
  userIds?: readonly number[];
  @Id({ optional: true }) streamId?: number;
  @Text({ optional: true }) topic?: string;
  @Bool({ optional: true, deprecated: true, description: 'Clients know the muted streams and topics.' })
  unmutedStreamMsg?: boolean;
}

class UnreadGroup {
  @ListOf(id()) unreadMessageIds!: readonly number[];
}
/** Unread messages of a conversation of two. */
export class UnreadDirectMessages extends UnreadGroup {
  @Id() otherUserId!: number;
  @Id({ deprecated: true, description: 'The same as `other_user_id`.' }) senderId!: number;
}
/** Unread messages of a conversation of three or more. */
export class UnreadGroupMessages extends UnreadGroup {
  @Text({ description: 'Ids of all participants, ascending, with commas between them.' }) userIdsString!: string;
}
/** Unread messages of a topic. */
export class UnreadTopic extends UnreadGroup {
  @Id() streamId!: number;
  @Text() topic!: string;
}

/** The unread messages of a user by conversation. */
export class UnreadMessages {
  @Integer({ description: 'Without those in muted topics.' }) count!: number;
  @ListOf(UnreadDirectMessages) pms!: readonly UnreadDirectMessages[];
  @ListOf(UnreadTopic) streams!: readonly UnreadTopic[];
  @ListOf(UnreadGroupMessages) huddles!: readonly UnreadGroupMessages[];
  @ListOf(id()) mentions!: readonly number[];
  @Bool({ description: 'There are older ones that are not listed.' }) oldUnreadsMissing!: boolean;
}
