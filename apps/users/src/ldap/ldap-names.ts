/** A value inside an LDAP filter (RFC 4515, 3): what has a meaning there is written as its bytes. */
export const escapeFilterValue = (value: string): string =>
  value.replace(/[\\*()\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** A value inside a DN (RFC 4514, 2.4). */
export const escapeDnValue = (value: string): string =>
  value
    .replace(/[\\"+,;<=>\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replace(/^[ #]| $/g, (character) => `\\${character.charCodeAt(0).toString(16)}`);

/** The pattern with the name in every `%(user)s`; a function, since a name may hold `$&`. */
export const fillIn = (pattern: string, name: string): string => pattern.replaceAll('%(user)s', () => name);
