import { type AccountSync, ROLES, type Role } from '@chat/contracts';
import type { JsonFields } from './json-fields.js';

/** Values that every sign-in takes over from the provider or the LDAP server. Throws `UnfitValue` that names an unknown or unfit field. */
export function syncSettings(fields: JsonFields): AccountSync {
  const profileFields = fields.object('profile_fields');
  const role = mappedClaim(fields.object('role'), roleIn);
  const groups = mappedClaim(fields.object('groups'), (map, name) => map.text(name));
  fields.end();
  return {
    ...(profileFields && { profileFields: mapIn(profileFields, (map, name) => map.text(name)) }),
    ...(role && { role }),
    ...(groups && { groups }),
  };
}

function mappedClaim<Value>(fields: JsonFields | null, read: (map: JsonFields, name: string) => Value) {
  if (fields === null) return null;
  const from = fields.text('from');
  const map = fields.object('map');
  if (map === null) throw fields.unfit('map', 'be set');
  fields.end();
  return { from, map: mapIn(map, read) };
}

const mapIn = <Value>(map: JsonFields, read: (map: JsonFields, name: string) => Value): Record<string, Value> =>
  Object.fromEntries(map.entries().map(([name]) => [name, read(map, name)]));

function roleIn(map: JsonFields, name: string): Role {
  const role = ROLES.find((role) => role === map.value(name));
  if (role === undefined) throw map.unfit(name, `be one of ${ROLES.join(', ')}`);
  return role;
}
