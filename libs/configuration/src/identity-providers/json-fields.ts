import { UnfitValue } from '../unfit-value.js';

const MAX_TEXT_LENGTH = 2_000;
const MAX_ENTRIES = 200;

/** Limits of a text. Without `fallback` the field is required. */
interface TextOptions {
  readonly fallback?: string;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** Ends the error message: `must be …`. */
  readonly expectation?: string;
}

/** Reads the fields of one JSON object of a setting. Errors name the place of the field, never its value. */
export class JsonFields {
  private readonly fields: Readonly<Record<string, unknown>>;
  private readonly unread: Set<string>;

  /** `place`: of the object in the JSON, such as `"keycloak"."sync"`; empty for the whole. */
  constructor(
    value: unknown,
    private readonly place: string,
  ) {
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      throw new UnfitValue(`${place === '' ? 'it' : place} must be a JSON object`);
    this.fields = value as Readonly<Record<string, unknown>>;
    this.unread = new Set(Object.keys(this.fields));
  }

  /** Names and values of an object; the operator chooses the names. */
  entries(): [name: string, value: unknown][] {
    const entries = Object.entries(this.fields);
    if (entries.length > MAX_ENTRIES) throw this.unfit(undefined, `have at most ${MAX_ENTRIES} entries`);
    return entries;
  }

  /** The value of a field, unchecked; undefined if it is absent or null. */
  value(name: string): unknown {
    this.unread.delete(name);
    return Object.hasOwn(this.fields, name) ? (this.fields[name] ?? undefined) : undefined;
  }

  text(
    name: string,
    { fallback, max = MAX_TEXT_LENGTH, pattern, expectation = 'have another form' }: TextOptions = {},
  ) {
    const value = this.value(name) ?? fallback;
    if (value === undefined) throw this.unfit(name, 'be set');
    if (typeof value !== 'string' || value.trim() === '' || value.length > max)
      throw this.unfit(name, `be a text of at most ${max} characters`);
    if (pattern?.test(value) === false) throw this.unfit(name, expectation);
    return value;
  }

  optionalText(name: string, options: Omit<TextOptions, 'fallback'> = {}): string | null {
    return this.value(name) === undefined ? null : this.text(name, options);
  }

  boolean(name: string, fallback: boolean): boolean {
    const value = this.value(name) ?? fallback;
    if (typeof value !== 'boolean') throw this.unfit(name, 'be true or false');
    return value;
  }

  oneOf<const Word extends string>(name: string, words: readonly [Word, ...Word[]]): Word {
    const value = this.value(name) ?? words[0];
    const word = words.find((word) => word === value);
    if (word === undefined) throw this.unfit(name, `be one of ${words.join(', ')}`);
    return word;
  }

  /** A list of texts; `null` if it is absent. `mayBeOne`: a single text counts as a list of it. */
  texts(name: string, { mayBeOne = false } = {}): readonly string[] | null {
    const value = this.value(name);
    if (value === undefined) return null;
    const list = mayBeOne && typeof value === 'string' ? [value] : value;
    const isFit = Array.isArray(list) && list.length <= MAX_ENTRIES && list.every((entry) => typeof entry === 'string');
    if (!isFit) throw this.unfit(name, `be a list of at most ${MAX_ENTRIES} texts`);
    return list;
  }

  /** An address of a server for other servers: HTTPS, or HTTP on this machine. */
  serverUrl(name: string): URL {
    const text = this.text(name);
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
    if (url === undefined || !isSafe || url.username !== '' || url.password !== '' || url.hash !== '')
      throw this.unfit(name, 'be an https address (http only for this machine, such as http://127.0.0.1:8080)');
    return url;
  }

  object(name: string): JsonFields | null {
    const value = this.value(name);
    return value === undefined ? null : new JsonFields(value, this.placeOf(name));
  }

  /** Refuses fields that nothing has read: a misspelt setting must not be ignored. */
  end(): void {
    const [unknown] = this.unread;
    if (unknown !== undefined) throw new UnfitValue(`${this.placeOf(unknown)} is unknown`);
  }

  /** The error of a field, or of the object: `"keycloak"."scopes" must be …`. */
  unfit(name: string | undefined, expectation: string): UnfitValue {
    return new UnfitValue(`${name === undefined ? this.place : this.placeOf(name)} must ${expectation}`);
  }

  private placeOf(name: string): string {
    const quoted = JSON.stringify(name.slice(0, 100));
    return this.place === '' ? quoted : `${this.place}.${quoted}`;
  }
}

/** Whether a host name of a URL is this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
