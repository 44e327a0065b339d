import { type Class, defineField, fieldsOf } from '../kit/described-class.js';
import { endpoint } from '../kit/endpoint.js';
import { constant, type FieldType } from '../kit/types/index.js';
import { Role } from '../roles.js';
import { PublicRealm, RealmChanges } from './realm.schema.js';

const SHOWN_AS_UPDATED = ['name', 'description', 'defaultLanguage', 'defaultExternalAccounts'];
const updated: FieldType = { ...constant('updated'), toWire: () => 'updated' };

abstract class ChangedRealmFields {}
const changeable = new Set(fieldsOf(RealmChanges).map(({ property }) => property));
for (const { property, type } of fieldsOf(PublicRealm)) {
  if (!changeable.has(property)) continue;
  defineField(ChangedRealmFields, property, SHOWN_AS_UPDATED.includes(property) ? updated : type, { optional: true });
}

/**
 * Changes settings, all or nothing. The response has the new value of each change, or `updated` for texts. Errors:
 * UNAUTHORIZED_PRINCIPAL "Must be an organization owner" for authentication and settings of owners; BAD_REQUEST "Invalid stream
 * ID" for a stream that the actor cannot see, "At least one authentication method must be enabled."
 */
export const updateRealm = endpoint('PATCH /realm', {
  pattern: 'realm-settings.realm.update',
  minimumRole: Role.Administrator,
  summary: 'Change settings of the organization',
  parameters: RealmChanges,
  example: { description: 'Designers and their friends' },
  response: ChangedRealmFields as Class<Partial<PublicRealm>>,
});

export const deactivateRealm = endpoint('POST /realm/deactivate', {
  pattern: 'realm-settings.realm.deactivate',
  minimumRole: Role.Owner,
  summary: 'Deactivate the organization',
});
