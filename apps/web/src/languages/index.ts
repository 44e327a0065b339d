export type { Formats } from './formats.js';
export {
  bestLanguage,
  LANGUAGE_TAGS,
  type Language,
  type LanguageTag,
  loadLanguage,
  type TextKey,
  type TextValues,
} from './language.js';
export { LanguageProvider, useFormats, useLanguageTag, useText } from './language-context.js';
