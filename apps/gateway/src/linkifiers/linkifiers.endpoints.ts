import { badRequest, MAX_LINKIFIER_TEXT_LENGTH, Role } from '@chat/contracts';
import { endpoint, text } from '../http/index.js';

const part = text({ maxLength: MAX_LINKIFIER_TEXT_LENGTH }).refine((value) => {
  if (value.trim() === '') throw badRequest('This field cannot be blank.');
});
const linkifier = { pattern: part, url_template: part };

export const getLinkifiersEndpoint = endpoint({
  method: 'GET',
  path: '/realm/linkifiers',
  access: 'user',
  summary: 'Get the linkifiers',
  parameters: {},
});

export const createLinkifierEndpoint = endpoint({
  method: 'POST',
  path: '/realm/filters',
  access: 'user',
  minimumRole: Role.Administrator,
  summary: 'Add a linkifier',
  parameters: linkifier,
});

export const updateLinkifierEndpoint = endpoint({
  method: 'PATCH',
  path: '/realm/filters/{filter_id}',
  access: 'user',
  minimumRole: Role.Administrator,
  summary: 'Change a linkifier',
  parameters: linkifier,
});

export const deleteLinkifierEndpoint = endpoint({
  method: 'DELETE',
  path: '/realm/filters/{filter_id}',
  access: 'user',
  minimumRole: Role.Administrator,
  summary: 'Remove a linkifier',
  parameters: {},
});
