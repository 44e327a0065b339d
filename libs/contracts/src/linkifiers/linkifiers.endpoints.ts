import { Created, endpoint, NoFields } from '../kit/endpoint.js';
import { Id } from '../kit/fields.js';
import { Role } from '../roles.js';
import { LinkifierFields, LinkifierList } from './linkifiers.schema.js';

export class LinkifierReplacement extends LinkifierFields {
  @Id() filterId!: number;
}

export class LinkifierSelection {
  @Id() filterId!: number;
}

export const getLinkifiers = endpoint({
  pattern: 'realm-settings.linkifiers.get',
  method: 'GET',
  path: '/realm/linkifiers',
  access: 'user',
  summary: 'Get the linkifiers',
  parameters: NoFields,
  response: LinkifierList,
});

/*
 * Errors of the next two (BAD_REQUEST): "Bad regular expression: …"; "Invalid URL template."; "Group '…' in … is not present in …";
 * "Linkifier with this pattern already exists."
 */

/** Adds the linkifier as the last in order. */
export const createLinkifier = endpoint({
  pattern: 'realm-settings.linkifiers.create',
  method: 'POST',
  path: '/realm/filters',
  access: 'user',
  minimumRole: Role.Administrator,
  summary: 'Add a linkifier',
  parameters: LinkifierFields,
  response: Created,
});

export const updateLinkifier = endpoint({
  pattern: 'realm-settings.linkifiers.update',
  method: 'PATCH',
  path: '/realm/filters/{filter_id}',
  access: 'user',
  minimumRole: Role.Administrator,
  summary: 'Change a linkifier',
  parameters: LinkifierReplacement,
  response: NoFields,
});

export const deleteLinkifier = endpoint({
  pattern: 'realm-settings.linkifiers.delete',
  method: 'DELETE',
  path: '/realm/filters/{filter_id}',
  access: 'user',
  minimumRole: Role.Administrator,
  summary: 'Remove a linkifier',
  parameters: LinkifierSelection,
  response: NoFields,
});
