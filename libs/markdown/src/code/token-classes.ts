import { onFirstUse } from '../on-first-use.js';

/**
 * Scopes of the highlighter -> the short class names that existing clients style. An unlisted scope has the class of
 * the part before its first dot, or none.
 */
const tokenClasses = onFirstUse<Readonly<Record<string, string>>>('../data/token-classes.json');

/** Class of a token. The quote of a string and the form of a number or comment decide between the finer classes. */
export function tokenClass(scope: string, text: string): string | undefined {
  const classes = tokenClasses();
  const known = classes[scope] ?? classes[scope.split('.')[0] ?? ''];
  switch (known) {
    case 's2':
      return text.startsWith("'") ? 's1' : known;
    case 'mi':
      return /^0[xX]/.test(text) ? 'mh' : /^\d[\d_]*(?:\.|[eE])/.test(text) ? 'mf' : known;
    case 'c1':
      return text.startsWith('/*') ? 'cm' : text.startsWith('#!') ? 'ch' : known;
    default:
      return known;
  }
}
