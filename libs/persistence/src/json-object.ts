/**
 * SQL of a JSON object with the member names of `Value`. Each value is SQL; undefined omits the member. Names are not escaped, so they
 * must be constants.
 */
export const jsonObject = <Value extends object>(members: { readonly [Name in keyof Value]: string }): string =>
  `jsonb_build_object(${Object.entries(members)
    .filter(([, sql]) => sql !== undefined)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`;
