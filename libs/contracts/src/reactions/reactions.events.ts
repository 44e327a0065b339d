import { type MessageAudience, messageReaders } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf } from '../kit/client-event.js';
import { Bool, Id, Nested, Text } from '../kit/fields.js';
import { Reaction } from './reactions.schema.js';

/** The author of a reaction, for older clients. */
export class ReactionAuthor {
  @Id() id!: number;
  @Id() userId!: number;
  @Text() email!: string;
  @Text() fullName!: string;
  @Bool() isMirrorDummy!: boolean;
}

class ReactionEvent extends Reaction {
  @Id() messageId!: number;
  @Nested(ReactionAuthor, { deprecated: true }) user!: ReactionAuthor;
}

/** Client event for the users that can read the message, including the author of the reaction. */
@ClientEventOf({ type: 'reaction', op: 'add', when: 'A user reacted to a message.' })
export class ReactionAddEvent extends ReactionEvent {}

/** Client event for the users that can read the message. It identifies the reaction by user and emoji. */
@ClientEventOf({ type: 'reaction', op: 'remove', when: 'A reaction was taken back.' })
export class ReactionRemoveEvent extends ReactionEvent {}

/** One added or removed reaction. */
export class ReactionChangedPayload {
  readonly messageId!: number;
  readonly reaction!: Reaction;
  /** The author of the reaction, for older clients. */
  readonly user!: { readonly email: string; readonly fullName: string };
  readonly audience!: MessageAudience;
}

const eventFields = ({ messageId, reaction, user }: ReactionChangedPayload): ReactionEvent => ({
  ...reaction,
  messageId,
  user: { id: reaction.userId, userId: reaction.userId, ...user, isMirrorDummy: false },
});

export const ReactionAdded = domainEvent('messaging.reaction_added', {
  payload: ReactionChangedPayload,
  audience: messageReaders,
  clientEvent: ReactionAddEvent,
  toClient: (payload) => eventFields(payload),
});

export const ReactionRemoved = domainEvent('messaging.reaction_removed', {
  payload: ReactionChangedPayload,
  audience: messageReaders,
  clientEvent: ReactionRemoveEvent,
  toClient: (payload) => eventFields(payload),
});
