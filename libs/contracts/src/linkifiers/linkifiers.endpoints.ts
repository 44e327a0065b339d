import { Created, endpoint } from '../kit/endpoint.js';
import { Id } from '../kit/fields.js';
import { Role } from '../roles.js';
import { LinkifierFields, LinkifierList } from './linkifiers.schema.js';

/** Parameters of PATCH /realm/filters/{filter_id}: both fields of the linkifier, changed or not. */
export class LinkifierReplacement extends LinkifierFields {
  @Id() filterId!: number;
}

/** Path parameter of DELETE /realm/filters/{filter_id}. */
export class LinkifierSelection {
  @Id() filterId!: number;
}

export const getLinkifiers = endpoint('GET /realm/linkifiers', {
  pattern: 'realm-settings.linkifiers.get',
  summary: 'Get the linkifiers',
  response: LinkifierList,
});

/*
 * Errors of the next two (BAD_REQUEST): "Bad regular expression: …"; "Invalid URL template."; "Group '…' in … is not present in
 * …"; "Linkifier with this pattern already exists."
 */

/** Appends the linkifier to the order. */
export const createLinkifier = endpoint('POST /realm/filters', {
  pattern: 'realm-settings.linkifiers.create',
  minimumRole: Role.Administrator,
  summary: 'Add a linkifier',
  parameters: LinkifierFields,
  response: Created,
});

export const updateLinkifier = endpoint('PATCH /realm/filters/{filter_id}', {
  pattern: 'realm-settings.linkifiers.update',
  minimumRole: Role.Administrator,
  summary: 'Change a linkifier',
  parameters: LinkifierReplacement,
  example: { pattern: 'BUG-(?P<id>[0-9]+)' },
});

export const deleteLinkifier = endpoint('DELETE /realm/filters/{filter_id}', {
  pattern: 'realm-settings.linkifiers.delete',
  minimumRole: Role.Administrator,
  summary: 'Remove a linkifier',
  parameters: LinkifierSelection,
});
