import {
  badRequest,
  type Emoji,
  type MessageAudience,
  type NewReaction,
  type Principal,
  ReactionAdded,
  ReactionRemoved,
  type ReactionSelection,
} from '@chat/contracts';
import { bareEmojiCode } from '@chat/markdown';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Access, type AccessedMessage } from '../access/access.js';
import { audienceOf } from '../access/message-audience.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { type RealmStreams, StreamsProjection } from '../stream-records/streams.projection.js';
import { checkEmoji, emojiNamed, requestedEmoji } from './emoji-choice.js';
import { ReactionEntity } from './reaction.entity.js';

@Injectable()
export class ReactionsService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
    private readonly streams: StreamsProjection,
  ) {}

  async add(actor: Principal, { messageId, ...choice }: NewReaction): Promise<void> {
    // Before the transaction: inside of it nothing may wait for another connection.
    const { emojiRecords: realmEmoji } = await this.projections.markup(actor.realmId);
    const streams = await this.streams.of(actor.realmId);
    await this.database.transaction(async (tx) => {
      const message = await this.access.message(actor, actor.realmId, messageId, { queryable: tx, lock: true });
      const requested = requestedEmoji(choice, realmEmoji);
      // A reaction with an emoji that the message already has is found by its code, and takes over the name.
      const name = await findName(tx, messageId, requested);
      if (name === undefined) checkEmoji(requested, realmEmoji);
      const emoji = { ...requested, emojiName: name ?? requested.emojiName };
      if (!(await insertReaction(tx, messageId, actor.userId, emoji))) throw badRequest('Reaction already exists.');
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
      const removed = await deleteReaction(tx, messageId, actor.userId, emojiCode, type);
      if (!removed) throw badRequest("Reaction doesn't exist.");
      tx.record(actor.realmId, ReactionRemoved.of(payload(actor, message, removed, audience)));
    });
  }
}

const streamOf = (streams: RealmStreams, { streamId }: AccessedMessage) =>
  streamId === null ? undefined : streams.get(streamId);

const payload = (actor: Principal, message: AccessedMessage, emoji: Emoji, audience: MessageAudience) => ({
  messageId: message.id,
  reaction: { userId: actor.userId, ...emoji },
  user: { email: actor.email, fullName: actor.fullName },
  audience,
});

/** The name under which the message has this emoji; undefined if it has no reaction with it. */
async function findName(tx: Transaction, messageId: number, { reactionType, emojiCode }: Emoji) {
  const [first] = await tx
    .getRepository(ReactionEntity)
    .find({ where: { messageId, reactionType, emojiCode }, order: { id: 'ASC' }, take: 1 });
  return first?.emojiName;
}

/** False if the user has reacted with the emoji before. The primary key decides, so one of two simultaneous requests fails. */
async function insertReaction(tx: Transaction, messageId: number, userId: number, emoji: Emoji): Promise<boolean> {
  return (await tx.insertUnlessTaken(ReactionEntity, { messageId, userId, ...emoji }, 'id')) !== undefined;
}

/** Returns the deleted reaction; undefined if there is none. */
async function deleteReaction(
  tx: Transaction,
  messageId: number,
  userId: number,
  emojiCode: string,
  reactionType: Emoji['reactionType'],
): Promise<Emoji | undefined> {
  const remove = tx.getRepository(ReactionEntity).createQueryBuilder().delete();
  const { raw } = await remove
    .where({ messageId, userId, reactionType, emojiCode })
    .returning('emoji_name AS "emojiName"')
    .execute();
  const [deleted] = raw as { emojiName: string }[];
  return deleted && { emojiName: deleted.emojiName, emojiCode, reactionType };
}
