/** One environment variable: its meaning, and the conversion of its text to a value. */
export interface Variable<Value> {
  /** For the reference page: one phrase, with units. */
  readonly meaning: string;
  /** Value of an unset variable; `undefined` if the variable is required. */
  readonly fallback: Value | undefined;
  /** The default as the reference page shows it. */
  readonly shownDefault: string;
  /** True for a secret, which `<name>_FILE` may name a file for: an environment is easily displayed. */
  readonly isSecret: boolean;
  /** Returns the value, or `undefined` for a text that does not fit; or throws an `UnfitValue` with the reason. */
  readonly parse: (text: string) => Value | undefined;
  /** Ends the error message: "set a whole number from 0 to 65535". */
  readonly expectation: string;
}

interface Options<Value> {
  /** Value of an unset variable; without it the variable is required. */
  readonly fallback?: Value;
  readonly shownDefault?: string;
  readonly isSecret?: boolean;
}

function variable<Value>(
  meaning: string,
  { fallback, isSecret = false, ...options }: Options<Value>,
  expectation: string,
  parse: (text: string) => Value | undefined,
): Variable<Value> {
  const shownDefault = options.shownDefault ?? (fallback === undefined ? 'required' : `\`${String(fallback)}\``);
  return { meaning, fallback, shownDefault, isSecret, parse, expectation };
}

/** A whole number from `min` (0) to `max`, both included. */
export function integer(meaning: string, options: { fallback: number; min?: number; max?: number }): Variable<number> {
  const { fallback, min = 0, max = Number.MAX_SAFE_INTEGER } = options;
  return variable(meaning, { fallback }, `set a whole number from ${min} to ${max}`, (text) => {
    const value = Number(text);
    return /^-?\d+$/.test(text) && value >= min && value <= max ? value : undefined;
  });
}

/** `true` or `false`. */
export function boolean(meaning: string, fallback: boolean): Variable<boolean> {
  return variable(meaning, { fallback }, 'set true or false', (text) =>
    text === 'true' || text === 'false' ? text === 'true' : undefined,
  );
}

/** Any text; with `pattern`, a text that matches it. */
export function text(
  meaning: string,
  options: Options<string> & { pattern?: RegExp; expectation?: string } = {},
): Variable<string> {
  const { pattern, expectation = '' } = options;
  return variable(meaning, options, expectation, (value) => (pattern?.test(value) === false ? undefined : value));
}

/** An optional text: empty if it is not set. */
export function optionalText(
  meaning: string,
  options: Omit<Options<string>, 'fallback'> & { pattern?: RegExp; expectation?: string } = {},
): Variable<string> {
  return text(meaning, { shownDefault: 'none', ...options, fallback: '' });
}

/** One of the listed words, or empty if it is not set. */
export function oneOf<const Word extends string>(meaning: string, words: readonly Word[]): Variable<Word | ''> {
  const options: Options<Word | ''> = { fallback: '', shownDefault: 'none' };
  return variable(meaning, options, `set ${words.join(' or ')} or leave it out`, (value) =>
    words.find((word) => word === value),
  );
}

const parseUrl = (value: string) =>
  /^https?:\/\/[^/?#]/.test(value) && URL.canParse(value) ? new URL(value) : undefined;
const URL_EXPECTATION = 'set an address such as https://chat.example.com';

/** An `http` or `https` address. */
export function url(meaning: string, fallback: string): Variable<URL> {
  return variable(meaning, { fallback: new URL(fallback), shownDefault: `\`${fallback}\`` }, URL_EXPECTATION, parseUrl);
}

/** An `http` or `https` address without a final slash, or null if it is not set. */
export function optionalUrl(meaning: string): Variable<string | null> {
  return variable<string | null>(meaning, { fallback: null, shownDefault: 'none' }, URL_EXPECTATION, (value) =>
    parseUrl(value)?.href.replace(/\/$/, ''),
  );
}

/** The entries of a text with commas; empty entries are left out. */
export function entriesOf(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

/** Entries separated by commas. */
export const list = (meaning: string): Variable<readonly string[]> =>
  structured<readonly string[]>(meaning, { fallback: [] }, entriesOf);

/** A text with a structure, perhaps with secrets in it. `parse` throws an `UnfitValue` for a text that does not fit. */
export function structured<Value>(
  meaning: string,
  options: Omit<Options<Value>, 'fallback'> & { readonly fallback: Value },
  parse: (text: string) => Value,
): Variable<Value> {
  return variable(meaning, { shownDefault: 'none', ...options }, '', parse);
}
