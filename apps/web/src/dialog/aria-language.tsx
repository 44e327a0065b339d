import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useLanguageTag } from '../languages/index.js';

/** The texts and the direction of React Aria's own parts follow the language of the client. It loads with the first such part. */
export function AriaLanguage({ children }: { readonly children: ReactNode }) {
  return <I18nProvider locale={useLanguageTag()}>{children}</I18nProvider>;
}
