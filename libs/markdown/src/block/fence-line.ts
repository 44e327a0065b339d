/** The line that opens a fenced block. */
export interface FenceLine {
  /** The backticks or tildes; the closing line has exactly these. */
  readonly fence: string;
  readonly kind: 'code' | 'math' | 'quote' | 'spoiler';
  /** Language in lower case; empty when none is named. */
  readonly language: string;
  /** Title of a spoiler. */
  readonly header: string;
}

const FENCE = /^(?:`{3,}|~{3,})/;
const LANGUAGE = /^\{?\.?([\w+\-./#,]+)/;

/**
 * Reads a line such as `` ```python ``, `` ~~~ quote `` or `` ```spoiler Ending ``; null when it opens nothing. What
 * follows the fence must not hold a backtick or tilde: `` ```code``` `` is a code span. A line that names nothing
 * means `defaultLanguage`, which may be any of the kinds as well.
 */
export function readFenceLine(line: string, defaultLanguage: string): FenceLine | null {
  const fence = FENCE.exec(line)?.[0];
  if (fence === undefined) {
    return null;
  }
  const rest = line.slice(fence.length).trim();
  if (rest === '') {
    return fenceLine(fence, defaultLanguage.toLowerCase(), '');
  }
  if (/[`~]/.test(rest)) {
    return null;
  }
  const match = LANGUAGE.exec(rest);
  if (match === null) {
    return null;
  }
  return fenceLine(fence, (match[1] ?? '').toLowerCase(), rest.slice(match[0].length).trim());
}

function fenceLine(fence: string, language: string, header: string): FenceLine {
  switch (language) {
    case 'quote':
    case 'quoted':
      return { fence, kind: 'quote', language, header: '' };
    case 'spoiler':
      return { fence, kind: 'spoiler', language, header };
    case 'math':
      return { fence, kind: 'math', language, header: '' };
    default:
      return { fence, kind: 'code', language, header: '' };
  }
}
