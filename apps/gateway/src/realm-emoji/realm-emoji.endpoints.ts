import { MAX_EMOJI_UPLOAD_MIB } from '@chat/contracts';
import { endpoint, text } from '../http/index.js';

const MIB = 1_048_576;
const emojiPath = {
  path: '/realm/emoji/{emoji_name}',
  pathParameters: { emoji_name: text({ maxLength: 100 }) },
} as const;

export const getRealmEmojiEndpoint = endpoint({
  method: 'GET',
  path: '/realm/emoji',
  access: 'user',
  summary: 'Get the custom emoji',
  parameters: {},
});

export const uploadRealmEmojiEndpoint = endpoint({
  method: 'POST',
  ...emojiPath,
  access: 'user',
  summary: 'Upload a custom emoji',
  upload: { maxFiles: 2, maxFileBytes: MAX_EMOJI_UPLOAD_MIB * MIB },
  timeoutMs: 15_000,
  parameters: {},
});

export const deleteRealmEmojiEndpoint = endpoint({
  method: 'DELETE',
  ...emojiPath,
  access: 'user',
  summary: 'Take a custom emoji out of use',
  parameters: {},
});

const picture = {
  method: 'GET',
  pathParameters: { file_name: text({ maxLength: 40 }) },
  atRoot: true,
  isPicture: true,
  access: 'anyone',
  tag: 'realm',
} as const;

export const emojiImageEndpoint = endpoint({
  ...picture,
  path: '/user_avatars/{realm_id}/emoji/images/{file_name}',
  summary: 'The picture of a custom emoji',
  parameters: {},
});

export const stillEmojiImageEndpoint = endpoint({
  ...picture,
  path: '/user_avatars/{realm_id}/emoji/images/still/{file_name}',
  summary: 'The picture of an animated custom emoji, standing still',
  parameters: {},
});

export const emojiDataEndpoint = endpoint({
  method: 'GET',
  path: '/static/emoji/emoji_api.json',
  atRoot: true,
  isPicture: true,
  access: 'anyone',
  tag: 'realm',
  summary: 'The names of every emoji',
  parameters: {},
});

const logo = {
  method: 'GET',
  pathParameters: {},
  atRoot: true,
  isPicture: true,
  access: 'anyone',
  tag: 'realm',
  parameters: { version: text().optional() },
} as const;

export const logoEndpoint = endpoint({
  ...logo,
  path: '/static/images/logo.svg',
  summary: 'Logo of organizations without one of their own',
});

export const nightLogoEndpoint = endpoint({
  ...logo,
  path: '/static/images/logo-night.svg',
  summary: 'The same for dark backgrounds',
});
