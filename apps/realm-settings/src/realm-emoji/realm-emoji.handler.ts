import { type Policy, requireAllowedBy } from '@chat/auth';
import {
  badRequest,
  type CreateRealmEmoji,
  type DeactivateRealmEmoji,
  guestsNotAllowed,
  INITIAL_REALM_SETTINGS,
  isAdministrator,
  isGuest,
  MAX_EMOJI_FILE_SIZE_MIB,
  MAX_REALM_EMOJI,
  type Principal,
  RealmEmojiChanged,
} from '@chat/contracts';
import { emojiByName } from '@chat/markdown';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { lockRealm, type RealmRow } from '../realm/realm-row.js';
import { checkedEmojiName } from './emoji-name.js';
import { emojiPicture } from './emoji-picture.js';
import { readRealmEmoji } from './realm-emoji-rows.js';

const MIB = 1_048_576;

@Injectable()
export class RealmEmojiHandler {
  constructor(private readonly database: Database) {}

  async create({ actor, name: text, image }: CreateRealmEmoji): Promise<{ id: number }> {
    if (isGuest(actor.role)) throw guestsNotAllowed();
    const name = checkedEmojiName(text);
    if (emojiByName(name) && !isAdministrator(actor.role)) {
      throw badRequest('Only administrators can override default emoji.');
    }
    const file = Buffer.from(image, 'base64');
    if (file.length > MAX_EMOJI_FILE_SIZE_MIB * MIB) {
      throw badRequest(`Uploaded file is larger than the allowed limit of ${MAX_EMOJI_FILE_SIZE_MIB} MiB`);
    }
    // Before the transaction: no lock waits for a decoder.
    const picture = await emojiPicture(file);
    return this.change(actor, async (tx, realm) => {
      const { policy, waitingDays } = policyOf(realm);
      requireAllowedBy(policy, actor, waitingDays, nowSeconds());
      const known = await readRealmEmoji(tx, actor.realmId);
      if (known.some((emoji) => emoji.name === name && !emoji.isDeactivated)) {
        throw badRequest('A custom emoji with this name already exists.');
      }
      if (known.length >= MAX_REALM_EMOJI) throw badRequest(`Too many custom emoji (limit: ${MAX_REALM_EMOJI})`);
      const [created] = await tx.query<{ id: number }>(
        'INSERT INTO realm_emoji (realm_id, name, author_id, file_type) VALUES ($1, $2, $3, $4) RETURNING id',
        [actor.realmId, name, actor.userId, picture.fileType],
      );
      const { id } = created as { id: number };
      await tx.query('INSERT INTO realm_emoji_images (emoji_id, image, still) VALUES ($1, $2, $3)', [
        id,
        picture.image,
        picture.still,
      ]);
      return { id };
    });
  }

  deactivate({ actor, name }: DeactivateRealmEmoji): Promise<Record<string, never>> {
    return this.change(actor, async (tx) => {
      const known = await readRealmEmoji(tx, actor.realmId);
      const emoji = known.find((candidate) => candidate.name === name && !candidate.isDeactivated);
      if (!emoji) throw badRequest(`Emoji '${name}' does not exist`);
      if (emoji.authorId !== actor.userId && !isAdministrator(actor.role)) {
        throw badRequest('Must be an organization administrator or emoji author');
      }
      await tx.query('UPDATE realm_emoji SET is_deactivated = true WHERE id = $1', [emoji.id]);
      return {};
    });
  }

  private change<Result>(
    actor: Principal,
    write: (tx: Transaction, realm: RealmRow) => Promise<Result>,
  ): Promise<Result> {
    return this.database.transaction(async (tx) => {
      const realm = await lockRealm(tx, actor.realmId);
      if (!realm) throw badRequest('Invalid realm');
      const result = await write(tx, realm);
      tx.record(actor.realmId, RealmEmojiChanged.of({ emoji: await readRealmEmoji(tx, actor.realmId) }));
      return result;
    });
  }
}

function policyOf({ settings }: RealmRow): { policy: Policy; waitingDays: number } {
  const { addCustomEmojiPolicy, waitingPeriodThreshold } = { ...INITIAL_REALM_SETTINGS, ...settings };
  return { policy: addCustomEmojiPolicy as Policy, waitingDays: waitingPeriodThreshold };
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);
