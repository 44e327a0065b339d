import { type Policy, requireAllowedBy } from '@chat/auth';
import {
  type AddRealmEmoji,
  badRequest,
  type Created,
  type CreateRealmEmoji,
  type FindRealmEmojiImage,
  type FoundEmojiImage,
  type GetRealmEmojiImage,
  guestsNotAllowed,
  INITIAL_REALM_SETTINGS,
  isAdministrator,
  isGuest,
  MAX_REALM_EMOJI,
  notFound,
  type Principal,
  RealmEmojiChanged,
  type RealmEmojiImage,
  type RequireNewEmoji,
} from '@chat/contracts';
import { emojiByName } from '@chat/markdown';
import { Database, type Queryable, type Transaction } from '@chat/persistence';
import { PictureTransfers } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { lockRealm, RealmRepository, type RealmRow } from '../realm/realm.repository.js';
import { RealmEmojiRepository } from './realm-emoji.repository.js';

type FoundBy = Pick<FindRealmEmojiImage, 'realmId' | 'fileName' | 'still'>;

const FILE_NAME = /^([1-9]\d{0,15})\.(png|gif)$/;

@Injectable()
export class RealmEmojiService {
  constructor(
    private readonly database: Database,
    private readonly emoji: RealmEmojiRepository,
    private readonly pictures: PictureTransfers,
    private readonly realms: RealmRepository,
  ) {}

  async requireNew({ actor, name: text }: RequireNewEmoji): Promise<void> {
    const name = allowedName(actor, text);
    await this.requireFree(this.database, await this.realms.get(this.database, actor.realmId), actor, name);
  }

  add({ actor, name: text, token, isAnimated }: AddRealmEmoji): Promise<Created> {
    const name = allowedName(actor, text);
    const emoji = { name, authorId: actor.userId, fileType: isAnimated ? 'gif' : 'png', imageToken: token } as const;
    return this.change(actor.realmId, async (tx, realm) => {
      await this.requireFree(tx, realm, actor, name);
      return { id: await this.emoji.insert(tx, actor.realmId, emoji) };
    });
  }

  async create({ actor, name, image }: CreateRealmEmoji): Promise<Created> {
    await this.requireNew({ actor, name });
    // Before the transaction: no lock waits for a decoder.
    const uploaded = await this.pictures.upload(
      { realmId: actor.realmId, purpose: 'emoji' },
      Buffer.from(image, 'base64'),
    );
    return this.add({ actor, name, ...uploaded });
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
    const picture =
      (await this.emoji.findPicture(realmId, Number(id), fileType, still)) ??
      (await this.storedPicture({ realmId, fileName, still }));
    if (!picture) throw notFound();
    return { contentType: `image/${fileType}`, image: picture.toString('base64') };
  }

  async findImage({ realmId, fileName, still }: FoundBy): Promise<FoundEmojiImage> {
    const [, id, fileType] = FILE_NAME.exec(fileName) ?? [];
    const emoji = id === undefined ? null : await this.emoji.findOne(realmId, Number(id));
    // Only an animated emoji has a still picture.
    const isFound = still ? emoji?.fileType === 'gif' && fileType === 'png' : emoji?.fileType === fileType;
    if (emoji === null || !isFound) throw notFound();
    return { token: emoji.imageToken, object: fileType === 'gif' ? 'image.gif' : 'image.png' };
  }

  async findUsed(realmId: number, tokens: readonly string[]): Promise<{ used: readonly string[] }> {
    return { used: await this.emoji.findUsed(realmId, tokens) };
  }

  /** A gateway of release 0.1.0 finds newer emoji by this, too. */
  private async storedPicture(name: FoundBy): Promise<Buffer | undefined> {
    const { token, object } = await this.findImage(name);
    return token === null ? undefined : this.pictures.find({ realmId: name.realmId, purpose: 'emoji', token, object });
  }

  private async requireFree(database: Queryable, realm: RealmRow, actor: Principal, name: string): Promise<void> {
    const { policy, waitingDays } = policyOf(realm);
    requireAllowedBy(policy, actor, waitingDays, nowSeconds());
    const existing = await this.emoji.list(database, actor.realmId);
    if (existing.some((emoji) => emoji.name === name && !emoji.isDeactivated)) {
      throw badRequest('A custom emoji with this name already exists.');
    }
    if (existing.length >= MAX_REALM_EMOJI) throw badRequest(`Too many custom emoji (limit: ${MAX_REALM_EMOJI})`);
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

/** The name as it is stored, if the actor may give it to an emoji. */
function allowedName({ role }: Principal, text: string): string {
  if (isGuest(role)) throw guestsNotAllowed();
  const name = checkedEmojiName(text);
  if (emojiByName(name) && !isAdministrator(role)) {
    throw badRequest('Only administrators can override default emoji.');
  }
  return name;
}

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
