import { AttachmentAdded, AttachmentUpdated } from './attachments/attachments.events.js';
import { FileClaimsChanged } from './file-claims/file-claims.events.js';
import { MessagesDeleted, MessagesEdited } from './message-edits/message-edits.events.js';
import { MessageFlagsChanged } from './message-flags/message-flags.events.js';
import { MessageSent } from './messages/messages.events.js';
import { PresenceChanged } from './presence/presence.events.js';
import { ReactionAdded, ReactionRemoved } from './reactions/reactions.events.js';
import { SubmessageAdded } from './submessages/submessages.events.js';
import { TypingChanged } from './typing/typing.events.js';

/**
 * Events for clients only. They are nearly all of the traffic, and no service keeps state from them, so services read the log
 * without them.
 */
const ONLY_FOR_CLIENTS: ReadonlySet<string> = new Set(
  [
    MessageSent,
    MessagesEdited,
    MessagesDeleted,
    MessageFlagsChanged,
    ReactionAdded,
    ReactionRemoved,
    SubmessageAdded,
    TypingChanged,
    PresenceChanged,
    AttachmentAdded,
    AttachmentUpdated,
  ].map(({ type }) => type),
);

/**
 * Events that belong to messages, and that services act on. No projection follows them, so they wake the processes of their consumers only
 * and not all others while the response of the message is on its way.
 */
const ONLY_FOR_CONSUMERS: ReadonlySet<string> = new Set([FileClaimsChanged.type]);

/** Whether only `DomainEventConsumer`s read events of this type, besides the fan-out. */
export const isConsumerEvent = (type: string): boolean => ONLY_FOR_CONSUMERS.has(type);

/** Whether services follow events of this type, in projections and in `DomainEventConsumer`s. */
export const isStateEvent = (type: string): boolean => !ONLY_FOR_CLIENTS.has(type) && !isConsumerEvent(type);
