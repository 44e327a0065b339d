import { MAX_PROFILE_FIELDS } from '@chat/contracts';
import { anyOf, endpoint, id, integer, list, object, text } from '../http/index.js';

const profileData = list(object({ id: integer(), value: anyOf([text(), list(id())]).orNull() }), {
  maxItems: MAX_PROFILE_FIELDS,
});

export const updateOwnProfileDataEndpoint = endpoint({
  method: 'PATCH',
  path: '/users/me/profile_data',
  access: 'user',
  bots: 'refused',
  summary: 'Set your own values of custom profile fields',
  parameters: { data: profileData },
});

export const removeOwnProfileDataEndpoint = endpoint({
  method: 'DELETE',
  path: '/users/me/profile_data',
  access: 'user',
  bots: 'refused',
  summary: 'Remove your own values of custom profile fields',
  parameters: { data: list(integer(), { maxItems: MAX_PROFILE_FIELDS }) },
});
