import { avatarUrlFor } from '@chat/auth';
import type { DirectoryUser, Principal, RealmRecord, WireMessage } from '@chat/contracts';
import { type Linkifier, topicLinks } from '@chat/markdown';
import type { RealmUsers } from '../../directory/user-directory.js';
import { flagNames, SPECTATOR_FLAGS } from '../../flags/personal-flags.js';
import type { MessageRow } from './read-messages.js';

/** What messages are shown with: the reader's wishes, and what is known of the realm. */
export interface MessageViewContext {
  /** Null: a spectator. */
  readonly reader: Principal | null;
  readonly applyMarkdown: boolean;
  readonly clientExtavatar: boolean;
  readonly users: RealmUsers;
  readonly realm: RealmRecord;
  readonly linkifiers: readonly Linkifier[];
}

/** A message under wire names, as the reader sees it. Source: API contract, "Message". */
export function messageOnWire(message: MessageRow, context: MessageViewContext): WireMessage {
  const { users, realm, reader } = context;
  const sender = users.get(message.senderId);
  return {
    id: message.id,
    type: message.streamId === null ? 'private' : 'stream',
    sender_id: message.senderId,
    sender_email: sender?.email ?? '',
    sender_full_name: sender?.fullName ?? '',
    sender_realm_str: realm.str,
    avatar_url: sender ? avatarUrlFor(reader, sender, context.clientExtavatar) : null,
    client: message.clientName,
    content: context.applyMarkdown ? message.renderedContent : message.content,
    content_type: context.applyMarkdown ? 'text/html' : 'text/x-markdown',
    display_recipient: message.streamId === null ? participants(message, users) : message.streamName,
    recipient_id: message.recipientId,
    ...(message.streamId !== null && { stream_id: message.streamId }),
    subject: message.topic,
    topic_links: message.streamId === null ? [] : topicLinks(message.topic, context.linkifiers),
    is_me_message: message.isMe,
    timestamp: message.sentAtSeconds,
    ...(message.lastEditedAtSeconds !== null && { last_edit_timestamp: message.lastEditedAtSeconds }),
    ...(message.editHistory !== null && realm.allowEditHistory && { edit_history: message.editHistory }),
    reactions: message.reactions.map((reaction) => ({
      emoji_name: reaction.emojiName,
      emoji_code: reaction.emojiCode,
      reaction_type: reaction.reactionType,
      user_id: reaction.userId,
      user: personOf(reaction.userId, users.get(reaction.userId)),
    })),
    submessages: [],
    flags: reader ? flagNames(message) : SPECTATOR_FLAGS,
  };
}

const participants = ({ userIds }: MessageRow, users: RealmUsers) =>
  (userIds ?? []).map((id) => personOf(id, users.get(id)));

const personOf = (id: number, user: DirectoryUser | undefined) => ({
  id,
  email: user?.email ?? '',
  full_name: user?.fullName ?? '',
  is_mirror_dummy: false,
});
