import { IntlMessageFormat } from 'intl-messageformat';
import GERMAN from './messages/de.json' with { type: 'json' };
import ENGLISH from './messages/en.json' with { type: 'json' };

/** Name of a text of the pages. The texts are ICU messages: an apostrophe is `’`, because `'` is an escape in them. */
export type MessageName = keyof typeof ENGLISH;
/** Every language has the same names. */
export type Catalogue = Readonly<Record<MessageName, string>>;

type MessageValues = Readonly<Record<string, string | number>>;

export class Language {
  private readonly formats = new Map<MessageName, IntlMessageFormat>();
  private times: Intl.DateTimeFormat | undefined;

  constructor(
    /** BCP 47. */
    readonly tag: string,
    private readonly catalogue: Catalogue,
    readonly direction: 'ltr' | 'rtl' = 'ltr',
  ) {}

  /** The text of a message. It is not HTML: a template escapes it. */
  text(name: MessageName, values?: MessageValues): string {
    let format = this.formats.get(name);
    if (format === undefined) {
      format = new IntlMessageFormat(this.catalogue[name], this.tag);
      this.formats.set(name, format);
    }
    return String(format.format(values));
  }

  /** Pages do not know the time zone of their reader. */
  time(seconds: number): string {
    this.times ??= new Intl.DateTimeFormat(this.tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
    return `${this.times.format(seconds * 1_000)} UTC`;
  }
}

const FALLBACK = new Language('en', ENGLISH);
/** By the first part of the tag. */
const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ['en', FALLBACK],
  ['de', new Language('de', GERMAN)],
]);
/** Further entries of the header have no use. */
const MAX_ACCEPTED = 20;

/** The language with the highest weight in `Accept-Language`, else the default of the realm, else English. */
export function chosenLanguage(acceptLanguage = '', realmLanguage = ''): Language {
  const accepted = acceptLanguage
    .split(',', MAX_ACCEPTED)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';');
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean) ?? '1';
      return { tag, weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  const [found] = [...accepted.map(({ tag }) => tag), realmLanguage].flatMap((tag) => languageOf(tag) ?? []);
  return found ?? FALLBACK;
}

const languageOf = (tag: string): Language | undefined => LANGUAGES.get(tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? '');
