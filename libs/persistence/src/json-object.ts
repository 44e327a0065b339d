/** SQL of a JSON object whose members are named as those of `Value`; each value is SQL, undefined leaves one out. Names are not escaped. */
export const jsonObject = <Value extends object>(members: { readonly [Name in keyof Value]: string }): string =>
  `jsonb_build_object(${Object.entries(members)
    .filter(([, sql]) => sql !== undefined)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`;
