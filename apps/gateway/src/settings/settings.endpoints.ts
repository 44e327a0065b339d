import { endpoint, text } from '../http/index.js';

const MAX_AVATAR_BYTES = 25 * 1024 * 1024;

export const setAvatarEndpoint = endpoint({
  method: 'POST',
  path: '/users/me/avatar',
  access: 'user',
  summary: 'Upload your own avatar',
  upload: { maxFiles: 2, maxFileBytes: MAX_AVATAR_BYTES },
  timeoutMs: 15_000,
  parameters: {},
});

export const removeAvatarEndpoint = endpoint({
  method: 'DELETE',
  path: '/users/me/avatar',
  access: 'user',
  summary: 'Go back to the external avatar',
  parameters: {},
});

export const avatarImageEndpoint = endpoint({
  method: 'GET',
  path: '/user_avatars/{user_id}/{file_name}',
  pathParameters: { file_name: text({ maxLength: 100 }) },
  atRoot: true,
  isPicture: true,
  access: 'anyone',
  tag: 'users',
  summary: 'The picture of an uploaded avatar',
  parameters: { version: text().optional() },
});
