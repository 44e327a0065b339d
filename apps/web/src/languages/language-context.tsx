import { createContext, type ReactNode, useContext } from 'react';
import type { Formats } from './formats.js';
import type { Language } from './language.js';

interface Spoken {
  readonly language: Language;
  readonly formats: Formats;
}
const Context = createContext<Spoken | undefined>(undefined);

interface Props {
  readonly language: Language;
  readonly twentyFourHours: boolean;
  readonly children: ReactNode;
}

/** Texts and formats for everything inside. */
export function LanguageProvider({ language, twentyFourHours, children }: Props) {
  return <Context value={{ language, formats: language.formats(twentyFourHours) }}>{children}</Context>;
}

/** `const text = useText(); text('inbox.title')` */
export const useText = (): Language['text'] => useSpoken().language.text;

/** Dates, numbers and lists in the reader's language. */
export const useFormats = (): Formats => useSpoken().formats;

/** For parts with texts of their own. */
export const useLanguageTag = (): string => useSpoken().language.tag;

function useSpoken(): Spoken {
  const spoken = useContext(Context);
  if (spoken === undefined) throw new Error('Texts are used outside of a LanguageProvider.');
  return spoken;
}
