import { endpoint, text } from '../http/index.js';

const secret = text({ controlCharacters: 'allowed' });

export const fetchApiKeyEndpoint = endpoint({
  method: 'POST',
  path: '/fetch_api_key',
  access: 'anyone',
  checksPassword: true,
  tag: 'sign-in',
  summary: 'Exchange a name and a password for an API key',
  timeoutMs: 15_000,
  parameters: { username: secret, password: secret },
});

export const regenerateApiKeyEndpoint = endpoint({
  method: 'POST',
  path: '/users/me/api_key/regenerate',
  access: 'user',
  tag: 'sign-in',
  summary: 'Replace your own API key',
  parameters: {},
});

export const requestPasswordResetEndpoint = endpoint({
  method: 'POST',
  path: '/accounts/password/reset',
  atRoot: true,
  access: 'anyone',
  tag: 'sign-in',
  summary: 'Mail a link for setting a new password',
  parameters: { email: text({ controlCharacters: 'refused' }) },
});

const token = text({ maxLength: 128, controlCharacters: 'refused' });

export const passwordResetPageEndpoint = endpoint({
  method: 'GET',
  path: '/accounts/password/reset/{token}',
  pathParameters: { token },
  atRoot: true,
  access: 'anyone',
  tag: 'sign-in',
  summary: 'The page that a mailed link opens, to set a new password',
  parameters: {},
});

export const resetPasswordEndpoint = endpoint({
  method: 'POST',
  path: '/accounts/password/reset/{token}',
  pathParameters: { token },
  atRoot: true,
  access: 'anyone',
  tag: 'sign-in',
  summary: 'Set a new password by a mailed link',
  timeoutMs: 15_000,
  parameters: { new_password: secret },
});

export const confirmEmailEndpoint = endpoint({
  method: 'GET',
  path: '/accounts/confirm_new_email/{token}',
  pathParameters: { token },
  atRoot: true,
  access: 'anyone',
  tag: 'sign-in',
  summary: 'Confirm a new address by a mailed link',
  parameters: {},
});
