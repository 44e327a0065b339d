import { MAX_PROFILE_FIELDS, Role } from '@chat/contracts';
import { boolean, endpoint, id, integer, list, Parameter, record, text } from '../http/index.js';

/** Any JSON value: what fits is for the service to say, by the field's type. */
const anyValue = new Parameter<unknown>({
  kind: 'any value',
  encoding: 'json',
  schema: {},
  read: (value) => JSON.parse(value) as object,
  check: (value) => value as object,
});

const fieldText = text({ controlCharacters: 'allowed' });

export const getProfileFieldsEndpoint = endpoint({
  method: 'GET',
  path: '/realm/profile_fields',
  access: 'user',
  summary: 'Get the custom profile fields',
  parameters: {},
});

export const createProfileFieldEndpoint = endpoint({
  method: 'POST',
  path: '/realm/profile_fields',
  access: 'user',
  minimumRole: Role.Administrator,
  summary: 'Add a custom profile field',
  parameters: {
    name: fieldText.optional(),
    hint: fieldText.optional(),
    field_type: integer(),
    field_data: record(anyValue).optional(),
    display_in_profile_summary: boolean().optional(),
  },
});

export const reorderProfileFieldsEndpoint = endpoint({
  method: 'PATCH',
  path: '/realm/profile_fields',
  access: 'user',
  minimumRole: Role.Administrator,
  summary: 'Put the custom profile fields into another order',
  parameters: { order: list(id(), { maxItems: MAX_PROFILE_FIELDS }) },
});

export const updateProfileFieldEndpoint = endpoint({
  method: 'PATCH',
  path: '/realm/profile_fields/{field_id}',
  access: 'user',
  minimumRole: Role.Administrator,
  summary: 'Change a custom profile field',
  parameters: {
    name: fieldText.optional(),
    hint: fieldText.optional(),
    field_data: record(anyValue).optional(),
    display_in_profile_summary: boolean().optional(),
  },
});

export const deleteProfileFieldEndpoint = endpoint({
  method: 'DELETE',
  path: '/realm/profile_fields/{field_id}',
  access: 'user',
  minimumRole: Role.Administrator,
  summary: "Remove a custom profile field with everybody's values",
  parameters: {},
});
