import { type Policy, requireAllowedBy } from '@chat/auth';
import {
  badRequest,
  type Created,
  type CreateRealmEmoji,
  type GetRealmEmojiImage,
  guestsNotAllowed,
  INITIAL_REALM_SETTINGS,
  isAdministrator,
  isGuest,
  MAX_EMOJI_FILE_SIZE_MIB,
  MAX_REALM_EMOJI,
  notFound,
  type Principal,
  RealmEmojiChanged,
  type RealmEmojiImage,
} from '@chat/contracts';
import { emojiByName } from '@chat/markdown';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { lockRealm, type RealmRow } from '../realm/realm.repository.js';
import { emojiPicture } from './emoji-picture.js';
import { RealmEmojiRepository } from './realm-emoji.repository.js';

const MIB = 1_048_576;
const FILE_NAME = /^([1-9]\d{0,15})\.(png|gif)$/;

@Injectable()
export class RealmEmojiService {
  constructor(
    private readonly database: Database,
    private readonly emoji: RealmEmojiRepository,
  ) {}

  async create({ actor, name: text, image }: CreateRealmEmoji): Promise<Created> {
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
    return this.change(actor.realmId, async (tx, realm) => {
      const { policy, waitingDays } = policyOf(realm);
      requireAllowedBy(policy, actor, waitingDays, nowSeconds());
      const existing = await this.emoji.list(tx, actor.realmId);
      if (existing.some((emoji) => emoji.name === name && !emoji.isDeactivated)) {
        throw badRequest('A custom emoji with this name already exists.');
      }
      if (existing.length >= MAX_REALM_EMOJI) throw badRequest(`Too many custom emoji (limit: ${MAX_REALM_EMOJI})`);
      return { id: await this.emoji.insert(tx, actor.realmId, { name, authorId: actor.userId, picture }) };
    });
  }

  deactivate(actor: Principal, name: string): Promise<void> {
    return this.change(actor.realmId, async (tx) => {
      const existing = await this.emoji.list(tx, actor.realmId);
      const emoji = existing.find((candidate) => candidate.name === name && !candidate.isDeactivated);
      if (!emoji) throw badRequest(`Emoji '${name}' does not exist`);
      if (emoji.authorId !== actor.userId && !isAdministrator(actor.role)) {
        throw badRequest('Must be an organization administrator or emoji author');
      }
      await this.emoji.deactivate(tx, emoji.id);
    });
  }

  async getImage({ realmId, fileName, still }: GetRealmEmojiImage): Promise<RealmEmojiImage> {
    const [, id, fileType] = FILE_NAME.exec(fileName) ?? [];
    if (id === undefined || fileType === undefined || (still && fileType !== 'png')) throw notFound();
    const picture = await this.emoji.findPicture(realmId, Number(id), fileType, still);
    if (!picture) throw notFound();
    return { contentType: `image/${fileType}`, image: picture.toString('base64') };
  }

  /** Applies one change under the realm lock and publishes the complete list with it. */
  private change<Result>(realmId: number, apply: (tx: Transaction, realm: RealmRow) => Promise<Result>) {
    return this.database.transaction(async (tx) => {
      const result = await apply(tx, await lockRealm(tx, realmId));
      tx.record(realmId, RealmEmojiChanged.of({ emoji: await this.emoji.list(tx, realmId) }));
      return result;
    });
  }
}

function policyOf({ settings }: RealmRow): { policy: Policy; waitingDays: number } {
  const { addCustomEmojiPolicy, waitingPeriodThreshold } = { ...INITIAL_REALM_SETTINGS, ...settings };
  return { policy: addCustomEmojiPolicy as Policy, waitingDays: waitingPeriodThreshold };
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** The name as it is stored; throws when it is none. Spaces become underscores. */
function checkedEmojiName(text: string): string {
  const name = text.trim().replaceAll(' ', '_');
  if (name === '') throw badRequest('Emoji name is missing');
  if (!/^[0-9a-z\-_]+$/.test(name)) {
    throw badRequest(
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
    );
  }
  if (/[-_]$/.test(name)) throw badRequest('Emoji names must end with either a letter or digit.');
  return name;
}
