/** Canonical IANA names. */
const CANONICAL = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);
/** The form of IANA names; the runtime also accepts other letter cases and plain offsets. */
const WRITTEN_AS_IANA = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*)*$/;

/** Whether the name is an IANA time zone or a link to one. Empty: unknown. */
export function isTimeZone(name: string): boolean {
  if (name === '' || CANONICAL.has(name)) return true;
  if (!WRITTEN_AS_IANA.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
