/** SQL of a JSON object whose members are named as those of `Value`; each value is SQL. Names are not escaped. */
export const jsonObject = <Value extends object>(members: { readonly [Name in keyof Value]: string }): string =>
  `jsonb_build_object(${Object.entries(members)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`;
