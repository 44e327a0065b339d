import {
  badRequest,
  insufficientPermission,
  MAX_DEACTIVATION_COMMENT_LENGTH,
  MAX_PROFILE_FIELDS,
  ROLES,
  Role,
} from '@chat/contracts';
import { anyOf, boolean, endpoint, id, integer, list, object, text } from '../http/index.js';

const readerOptions = {
  client_extavatar: boolean().default(true).describe('The client computes external avatar addresses itself.'),
  include_custom_profile_fields: boolean().default(false),
};

/** Whoever administers accounts; others are told so as of an account that they may not administer. */
const administrators = { minimumRole: Role.Administrator, roleRefusal: insufficientPermission } as const;

const name = text({ controlCharacters: 'allowed' });
const address = text({ controlCharacters: 'refused' });

const profileData = list(object({ id: integer(), value: anyOf([text(), list(id())]).orNull() }), {
  maxItems: MAX_PROFILE_FIELDS,
});

export const listUsersEndpoint = endpoint({
  method: 'GET',
  path: '/users',
  access: 'user',
  summary: 'List the users of the organization',
  parameters: readerOptions,
});

export const getUserEndpoint = endpoint({
  method: 'GET',
  path: '/users/{user_id}',
  access: 'user',
  summary: 'Get a user',
  parameters: readerOptions,
});

export const getUserByEmailEndpoint = endpoint({
  method: 'GET',
  path: '/users/{email}',
  pathParameters: { email: text() },
  access: 'user',
  summary: 'Get a user by an address that you may see',
  parameters: readerOptions,
});

export const getOwnUserEndpoint = endpoint({
  method: 'GET',
  path: '/users/me',
  access: 'user',
  summary: 'Get your own account',
  parameters: {},
});

export const createUserEndpoint = endpoint({
  method: 'POST',
  path: '/users',
  access: 'user',
  minimumRole: Role.Administrator,
  summary: 'Create an account; administrators who may create users',
  parameters: { email: address, password: text({ controlCharacters: 'allowed' }), full_name: name },
});

export const updateUserEndpoint = endpoint({
  method: 'PATCH',
  path: '/users/{user_id}',
  access: 'user',
  ...administrators,
  summary: "Change a user's name, role or profile; administrators",
  parameters: {
    full_name: name.optional(),
    role: integer().refine(requireRoleNumber).optional(),
    profile_data: profileData.optional(),
  },
});

function requireRoleNumber(value: number, parameter: string): void {
  if (!ROLES.includes(value as Role)) throw badRequest(`Invalid ${parameter}`);
}

export const deactivateUserEndpoint = endpoint({
  method: 'DELETE',
  path: '/users/{user_id}',
  access: 'user',
  ...administrators,
  summary: 'Deactivate an account; administrators',
  parameters: {
    deactivation_notification_comment: text({ maxLength: MAX_DEACTIVATION_COMMENT_LENGTH })
      .optional()
      .describe('When given, the user is told by mail, with this text unless it is blank.'),
  },
});

export const reactivateUserEndpoint = endpoint({
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  access: 'user',
  ...administrators,
  summary: 'Give a deactivated account its access back; administrators',
  parameters: {},
});

export const deactivateOwnUserEndpoint = endpoint({
  method: 'DELETE',
  path: '/users/me',
  access: 'user',
  bots: 'refused',
  summary: 'Deactivate your own account',
  parameters: {},
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
