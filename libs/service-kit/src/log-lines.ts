const SECRET_NAMES = new Set(['password', 'apiKey', 'content']);

/** Redacts secrets in the fields of a line and one level below. Copies nothing if there are none. */
export function withoutSecrets(fields: object): Record<string, unknown> {
  const given = fields as Record<string, unknown>;
  let safe = given;
  // Not `Object.entries`: its arrays would cost each line as much as the rest of it.
  for (const name in given) {
    const value = given[name];
    if (SECRET_NAMES.has(name)) safe = { ...safe, [name]: '[Redacted]' };
    else if (isPlain(value) && Object.keys(value).some((inner) => SECRET_NAMES.has(inner))) {
      safe = { ...safe, [name]: withoutSecrets(value) };
    }
  }
  return safe;
}

/** Errors go through {@link describeError}. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Error);
