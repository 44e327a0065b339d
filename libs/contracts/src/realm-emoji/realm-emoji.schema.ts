import { RenamedOnWire } from '../kit/described-class.js';
import { Bool, Field, Id, ListOf, Text } from '../kit/fields.js';
import { type FieldType, id, mapped, text } from '../kit/types/index.js';

/** Per realm, deactivated ones too: every change sends all of them to every client. */
export const MAX_REALM_EMOJI = 1_000;
export const MAX_REALM_EMOJI_NAME_LENGTH = 100;
export const MAX_EMOJI_FILE_SIZE_MIB = 5;
/** Larger than the limit, so that the error for a large file can state the limit. */
export const MAX_EMOJI_UPLOAD_MIB = 2 * MAX_EMOJI_FILE_SIZE_MIB;
/** Width and height in pixels. */
export const REALM_EMOJI_SIZE = 64;

const idAsText: FieldType<number> = { ...mapped(text(), Number, id().problemOf), toWire: String };

/** A custom emoji. Deactivated ones remain, because old messages and reactions show them. */
export class RealmEmoji extends RenamedOnWire({ isDeactivated: 'deactivated' }) {
  @Field(idAsText) id!: number;
  @Text() name!: string;
  @Text({ description: "A path below the organization's address." }) sourceUrl!: string;
  @Text({ nullable: true, description: 'A still of an animated emoji.' }) stillUrl!: string | null;
  @Bool() isDeactivated!: boolean;
  @Id({ nullable: true }) authorId!: number | null;
}

/** Complete, deactivated ones too. */
export class RealmEmojiList {
  @ListOf(RealmEmoji) emoji!: readonly RealmEmoji[];
}

/** Custom emoji of a realm by id, deactivated ones too. */
export const realmEmojiById = ({ emoji }: RealmEmojiList): Readonly<Record<string, RealmEmoji>> =>
  Object.fromEntries(emoji.map((one) => [one.id, one]));
