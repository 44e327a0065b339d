import { ROLES, type Role } from '@chat/contracts';
import type { JsonFields } from './json-fields.js';

/** How the values of one claim or attribute become values of ours. */
export interface MappedClaim<Value> {
  readonly from: string;
  readonly map: ReadonlyMap<string, Value>;
}

/** Values that every sign-in takes over from the provider or the LDAP server. */
export interface SyncSettings {
  /** Claim by name of the profile field. */
  readonly profileFields: ReadonlyMap<string, string>;
  readonly role: MappedClaim<Role> | null;
  /** Names of user groups. */
  readonly groups: MappedClaim<string> | null;
}

export const NO_SYNC: SyncSettings = { profileFields: new Map(), role: null, groups: null };

export function syncSettings(fields: JsonFields): SyncSettings {
  const profileFields = fields.object('profile_fields');
  const sync = {
    profileFields: new Map(profileFields?.entries().map(([name]) => [name, profileFields.text(name)])),
    role: mappedClaim(fields.object('role'), roleIn),
    groups: mappedClaim(fields.object('groups'), (map, name) => map.text(name)),
  };
  fields.end();
  return sync;
}

function mappedClaim<Value>(
  fields: JsonFields | null,
  read: (map: JsonFields, name: string) => Value,
): MappedClaim<Value> | null {
  if (fields === null) return null;
  const from = fields.text('from');
  const map = fields.object('map');
  if (map === null) throw fields.unfit('map', 'be set');
  fields.end();
  return { from, map: new Map(map.entries().map(([name]) => [name, read(map, name)])) };
}

function roleIn(map: JsonFields, name: string): Role {
  const role = ROLES.find((role) => role === map.value(name));
  if (role === undefined) throw map.unfit(name, `be one of ${ROLES.join(', ')}`);
  return role;
}
