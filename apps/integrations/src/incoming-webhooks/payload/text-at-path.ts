/** The text or number at a path like `alerts.0.id`; undefined if there is none. */
export function textAtPath(value: unknown, path: string): string | undefined {
  const found = path.split('.').reduce(partOf, value);
  if (typeof found === 'string' && found !== '') return found;
  return typeof found === 'number' ? String(found) : undefined;
}

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
