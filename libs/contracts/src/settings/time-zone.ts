/** Canonical IANA names. */
const CANONICAL = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);
/** Names as IANA writes them; the runtime takes other letter cases and plain offsets too. */
const WRITTEN_AS_IANA = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*)*$/;

/** Whether it is an IANA time zone, or a name that IANA keeps as a link to one. Empty: unknown. */
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
