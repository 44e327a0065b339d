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

export const getRealmEmoji = endpoint({
  pattern: 'realm-settings.realm_emoji.get',
  route: 'GET /realm/emoji',
  summary: 'Get the custom emoji',
  response: RealmEmojiById,
});

export const uploadRealmEmoji = endpoint({
  pattern: 'gateway.realm_emoji.upload',
  route: 'POST /realm/emoji/{emoji_name}',
  summary: 'Upload a custom emoji',
  streamsFile: { maxMib: MAX_EMOJI_FILE_SIZE_MIB, missing: EXACTLY_ONE, several: EXACTLY_ONE },
  timeoutMs: 15_000,
  parameters: RealmEmojiSelection,
  example: { emojiName: 'party_parrot' },
});

/** Errors (BAD_REQUEST): "Emoji '…' does not exist"; "Must be an organization administrator or emoji author". */
export const deactivateRealmEmoji = endpoint({
  pattern: 'realm-settings.realm_emoji.deactivate',
  route: 'DELETE /realm/emoji/{emoji_name}',
  summary: 'Deactivate a custom emoji',
  parameters: RealmEmojiSelection,
  example: { emojiName: 'party_parrot' },
});

const picture = { atRoot: true, isPicture: true, access: 'anyone', tag: 'realm', response: RawResponse } as const;

export const getEmojiImage = endpoint({
  ...picture,
  pattern: 'gateway.realm_emoji.get_image',
  route: 'GET /user_avatars/{realm_id}/emoji/images/{file_name}',
  summary: 'The picture of a custom emoji',
  parameters: RealmEmojiFile,
});

export const getStillEmojiImage = endpoint({
  ...picture,
  pattern: 'gateway.realm_emoji.get_still_image',
  route: 'GET /user_avatars/{realm_id}/emoji/images/still/{file_name}',
  summary: 'The still picture of an animated custom emoji',
  parameters: RealmEmojiFile,
});

export const getEmojiNames = endpoint({
  ...picture,
  pattern: 'gateway.realm_emoji.get_names',
  route: 'GET /static/emoji/emoji_api.json',
  summary: 'The names of all emoji',
});

export const getExtraEmojiImage = endpoint({
  ...picture,
  pattern: 'gateway.realm_emoji.get_extra_image',
  route: 'GET /static/generated/emoji/images/emoji/unicode/chat.png',
  summary: 'The picture of the built-in emoji outside Unicode',
});
