import { LANGUAGE_TITLES } from './language-modules.generated.js';

/** The value of `data-code-language`: the usual name of a known language, else the author's word. */
export const languageTitle = (language: string): string => LANGUAGE_TITLES.get(language) ?? language;

const FIRST_LINE = /^(?:::+|#!)(?:(?:\/\w+)*[/ ])?([\w#.+-]+)/;

/** The language in a first line such as `#!/bin/bash` or `:::python`; empty without such a line. */
export const namedByFirstLine = (code: string): string => FIRST_LINE.exec(code)?.[1]?.toLowerCase() ?? '';
