import { endpoint, RawResponse } from '../kit/endpoint.js';
import { Id, MapOf, Text } from '../kit/fields.js';
import { MAX_EMOJI_FILE_SIZE_MIB, MAX_REALM_EMOJI_NAME_LENGTH, RealmEmoji } from './realm-emoji.schema.js';

const EXACTLY_ONE = 'You must upload exactly one file.';

/** Response of `GET /realm/emoji`: all custom emoji by id, deactivated ones too. */
export class RealmEmojiById {
  @MapOf(RealmEmoji) emoji!: Readonly<Record<string, RealmEmoji>>;
}

/** Path parameter of the endpoints that upload and deactivate a custom emoji. */
export class RealmEmojiSelection {
  @Text({ max: MAX_REALM_EMOJI_NAME_LENGTH }) emojiName!: string;
}

/** Path parameters of the endpoints for pictures of custom emoji, open to anyone. */
export class RealmEmojiFile {
  @Id() realmId!: number;
  @Text({ max: 40 }) fileName!: string;
}

export const getRealmEmoji = endpoint('GET /realm/emoji', {
  pattern: 'realm-settings.realm_emoji.get',
  summary: 'Get the custom emoji',
  response: RealmEmojiById,
});

export const uploadRealmEmoji = endpoint('POST /realm/emoji/{emoji_name}', {
  pattern: 'gateway.realm_emoji.upload',
  summary: 'Upload a custom emoji',
  streamsFile: { maxMib: MAX_EMOJI_FILE_SIZE_MIB, missing: EXACTLY_ONE, several: EXACTLY_ONE },
  timeoutMs: 15_000,
  parameters: RealmEmojiSelection,
  example: { emojiName: 'party_parrot' },
});

/** Errors (BAD_REQUEST): "Emoji '…' does not exist"; "Must be an organization administrator or emoji author". */
export const deactivateRealmEmoji = endpoint('DELETE /realm/emoji/{emoji_name}', {
  pattern: 'realm-settings.realm_emoji.deactivate',
  summary: 'Deactivate a custom emoji',
  parameters: RealmEmojiSelection,
  example: { emojiName: 'party_parrot' },
});

const picture = { atRoot: true, isPicture: true, access: 'anyone', tag: 'realm', response: RawResponse } as const;

export const getEmojiImage = endpoint('GET /user_avatars/{realm_id}/emoji/images/{file_name}', {
  ...picture,
  pattern: 'gateway.realm_emoji.get_image',
  summary: 'The picture of a custom emoji',
  parameters: RealmEmojiFile,
});

export const getStillEmojiImage = endpoint('GET /user_avatars/{realm_id}/emoji/images/still/{file_name}', {
  ...picture,
  pattern: 'gateway.realm_emoji.get_still_image',
  summary: 'The still picture of an animated custom emoji',
  parameters: RealmEmojiFile,
});

export const getEmojiNames = endpoint('GET /static/emoji/emoji_api.json', {
  ...picture,
  pattern: 'gateway.realm_emoji.get_names',
  summary: 'The names of all emoji',
});

export const getExtraEmojiImage = endpoint('GET /static/generated/emoji/images/emoji/unicode/chat.png', {
  ...picture,
  pattern: 'gateway.realm_emoji.get_extra_image',
  summary: 'The picture of the built-in emoji outside Unicode',
});
