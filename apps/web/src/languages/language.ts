import type english from './en.json';
import { type Formats, formatsFor } from './formats.js';

export type TextKey = keyof typeof english;
export type TextValues = Readonly<Record<string, string | number>>;

export interface Language {
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  text(key: TextKey, values?: TextValues): string;
  formats(twentyFourHours: boolean): Formats;
}

/** Each is one chunk. A language needs a file next to en.json and a line here. */
const CHUNKS = {
  en: () => import('./en.json?texts'),
  de: () => import('./de.json?texts'),
} as const;
export type LanguageTag = keyof typeof CHUNKS;
export const LANGUAGE_TAGS = Object.keys(CHUNKS) as LanguageTag[];

/** The first of the wanted languages that has texts: `de-AT` is served by `de`. */
export function bestLanguage(wanted: readonly string[]): LanguageTag {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split(/[-_]/)[0];
    const found = LANGUAGE_TAGS.find((candidate) => candidate === primary);
    if (found !== undefined) return found;
  }
  return 'en';
}

export async function loadLanguage(tag: LanguageTag): Promise<Language> {
  const { default: texts } = await CHUNKS[tag]();
  const known = new Map<boolean, Formats>();
  return {
    tag,
    direction: texts['language.direction']?.({}) === 'rtl' ? 'rtl' : 'ltr',
    // A tab of an earlier release may meet a key that its chunk lacks.
    text: (key, values) => texts[key]?.(values ?? {}) ?? key,
    formats(twentyFourHours) {
      const formats = known.get(twentyFourHours) ?? formatsFor(regional(tag), twentyFourHours);
      known.set(twentyFourHours, formats);
      return formats;
    },
  };
}

/** The browser's region of the language, for the order of day and month. */
export const regional = (tag: LanguageTag, offered: readonly string[] = navigator.languages): string =>
  offered.find((candidate) => isValid(candidate) && bestLanguage([candidate]) === tag) ?? tag;

/** A browser takes its language from the system, where it may be called `en-US@posix`. */
function isValid(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
