import {
  badRequest,
  type Emoji,
  type MessageAudience,
  type NewReaction,
  type Principal,
  ReactionAdded,
  type ReactionChangedPayload,
  ReactionRemoved,
  type ReactionSelection,
} from '@chat/contracts';
import { bareEmojiCode } from '@chat/markdown';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Access, type AccessedMessage } from '../access/access.js';
import { audienceOf } from '../access/message-audience.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { type RealmStreams, StreamsProjection } from '../stream-records/streams.projection.js';
import { checkEmoji, emojiNamed, requestedEmoji } from './emoji-choice.js';
import { ReactionsRepository } from './reactions.repository.js';

@Injectable()
export class ReactionsService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
    private readonly streams: StreamsProjection,
    private readonly reactions: ReactionsRepository,
  ) {}

  async add(actor: Principal, { messageId, ...choice }: NewReaction): Promise<void> {
    // Before the transaction: inside of it nothing may wait for another connection.
    const { emojiRecords: realmEmoji } = await this.projections.markup(actor.realmId);
    const streams = await this.streams.of(actor.realmId);
    await this.database.transaction(async (tx) => {
      const message = await this.access.message(actor, actor.realmId, messageId, { queryable: tx, lock: true });
      const requested = requestedEmoji(choice, realmEmoji);
      // A reaction with an emoji that the message already has is found by its code, and takes over the name.
      const name = await this.reactions.findName(tx, messageId, requested);
      if (name === undefined) checkEmoji(requested, realmEmoji);
      const emoji = { ...requested, emojiName: name ?? requested.emojiName };
      if (!(await this.reactions.insert(tx, messageId, actor.userId, emoji)))
        throw badRequest('Reaction already exists.');
      const audience = await audienceOf(tx, message, streamOf(streams, message));
      tx.record(actor.realmId, ReactionAdded.of(payload(actor, message, emoji, audience)));
    });
  }

  async remove(actor: Principal, { messageId, ...choice }: ReactionSelection): Promise<void> {
    if (choice.emojiName === undefined && choice.emojiCode === undefined) {
      throw badRequest('At least one of the following arguments must be present: emoji_name, emoji_code');
    }
    const { emojiRecords: realmEmoji } = await this.projections.markup(actor.realmId);
    const streams = await this.streams.of(actor.realmId);
    await this.database.transaction(async (tx) => {
      const message = await this.access.message(actor, actor.realmId, messageId, { queryable: tx, lock: true });
      // Without a type, a code means a Unicode emoji, and a name has its own type.
      const { emojiCode, reactionType } =
        choice.emojiCode === undefined
          ? emojiNamed(choice.emojiName as string, realmEmoji)
          : { emojiCode: bareEmojiCode(choice.emojiCode), reactionType: 'unicode_emoji' as const };
      const type = choice.reactionType ?? reactionType;
      // Read before the deletion: a user that removes their only reaction receives the event, too.
      const audience = await audienceOf(tx, message, streamOf(streams, message));
      const removed = await this.reactions.delete(tx, messageId, actor.userId, emojiCode, type);
      if (!removed) throw badRequest("Reaction doesn't exist.");
      tx.record(actor.realmId, ReactionRemoved.of(payload(actor, message, removed, audience)));
    });
  }
}

const streamOf = (streams: RealmStreams, { streamId }: AccessedMessage) =>
  streamId === null ? undefined : streams.get(streamId);

const payload = (
  actor: Principal,
  message: AccessedMessage,
  emoji: Emoji,
  audience: MessageAudience,
): ReactionChangedPayload => ({
  messageId: message.id,
  reaction: { userId: actor.userId, ...emoji },
  user: { email: actor.email, fullName: actor.fullName },
  audience,
});
