import { MapOf, Nested, Text } from '../kit/fields.js';
import { oneOf, text } from '../kit/types/index.js';
import { ROLES, type Role } from '../roles.js';

const claimName = { max: 2_000, blank: false } as const;

/** The role of an account by the values of a claim. */
export class RoleSync {
  @Text({ ...claimName, description: 'Claim with a text or a list of texts.' }) from!: string;
  @MapOf(oneOf(ROLES), { description: 'Roles by values of the claim.' }) map!: Readonly<Record<string, Role>>;
}

/** The groups of an account by the values of a claim. */
export class GroupSync {
  @Text({ ...claimName, description: 'Claim with a text or a list of texts.' }) from!: string;
  @MapOf(text({ max: 2_000 }), { description: 'Names of groups by values of the claim.' })
  map!: Readonly<Record<string, string>>;
}

/**
 * The object `sync` of an identity provider, and `LDAP_SYNC`: parts of an account that every sign-in copies from claims. A claim of the
 * LDAP server is an attribute of the entry.
 */
export class AccountSync {
  @MapOf(text({ max: 2_000 }), { optional: true, description: 'Claims by names of custom profile fields.' })
  profileFields?: Readonly<Record<string, string>>;
  @Nested(RoleSync, { optional: true }) role?: RoleSync;
  @Nested(GroupSync, { optional: true }) groups?: GroupSync;
}

/** Values of claims by their names, as the provider sent them. */
export type Claims = Readonly<Record<string, unknown>>;

/** The names of the claims that `sync` reads. */
export const claimNames = (sync: AccountSync | null): string[] =>
  [...Object.values(sync?.profileFields ?? {}), sync?.role?.from, sync?.groups?.from].filter(
    (name): name is string => name !== undefined,
  );

/** The claims that `sync` reads; no other one has to leave the service that verified them. A claim inside an object is named by its path. */
export const claimsFor = (sync: AccountSync | null, claims: Claims): Claims =>
  Object.fromEntries(
    claimNames(sync)
      .map((name) => [name, claimNamed(name, claims)] as const)
      .filter(([, value]) => value !== undefined),
  );

/** Names may contain dots themselves: those of SAML are often addresses. */
function claimNamed(name: string, claims: Claims): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((value, part) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, part);
    return isObject ? (value as Claims)[part] : undefined;
  }, claims);
}
