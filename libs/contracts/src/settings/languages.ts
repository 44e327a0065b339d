import languages from './languages.json' with { type: 'json' };

/** Languages of clients by code. Codes are lower case, as settings store them. */
export const LANGUAGES: Readonly<Record<string, string>> = languages;
