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

  async add(actor: Principal, { messageId, ...wish }: NewReaction): Promise<void> {
    // Before the transaction: inside of it nothing may wait for another connection.
    const { emojiRecords: realmEmoji } = await this.projections.markup(actor.realmId);
    const streams = await this.streams.of(actor.realmId);
    await this.database.transaction(async (tx) => {
      const message = await this.access.message(actor, actor.realmId, messageId, { queryable: tx, lock: true });
      const wished = requestedEmoji(wish, realmEmoji);
      // A vote for what is there already goes by the code alone, and takes over its name.
      const name = await this.reactions.findName(tx, messageId, wished);
      if (name === undefined) checkEmoji(wished, realmEmoji);
      const emoji = { ...wished, emojiName: name ?? wished.emojiName };
      if (!(await this.reactions.insert(tx, messageId, actor.userId, emoji)))
        throw badRequest('Reaction already exists.');
      const audience = await audienceOf(tx, message, streamOf(streams, message));
      tx.record(actor.realmId, ReactionAdded.of(payload(actor, message, emoji, audience)));
    });
  }

  async remove(actor: Principal, { messageId, ...wish }: ReactionSelection): Promise<void> {
    if (wish.emojiName === undefined && wish.emojiCode === undefined) {
      throw badRequest('At least one of the following arguments must be present: emoji_name, emoji_code');
    }
    const { emojiRecords: realmEmoji } = await this.projections.markup(actor.realmId);
    const streams = await this.streams.of(actor.realmId);
    await this.database.transaction(async (tx) => {
      const message = await this.access.message(actor, actor.realmId, messageId, { queryable: tx, lock: true });
      const code =
        wish.emojiCode === undefined
          ? emojiNamed(wish.emojiName as string, realmEmoji).emojiCode
          : bareEmojiCode(wish.emojiCode);
      const type = wish.reactionType ?? typeOf(wish.emojiCode, () => emojiNamed(wish.emojiName as string, realmEmoji));
      // Whoever takes back their only reaction is told, too.
      const audience = await audienceOf(tx, message, streamOf(streams, message));
      const removed = await this.reactions.delete(tx, messageId, actor.userId, code, type);
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

/** Without a type: a code is a Unicode emoji's, a name says itself what it is. */
const typeOf = (code: string | undefined, named: () => Emoji): Emoji['reactionType'] =>
  code === undefined ? named().reactionType : 'unicode_emoji';
