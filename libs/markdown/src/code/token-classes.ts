/**
 * Scopes of the highlighter -> the short class names that existing clients style. A scope that is not listed takes
 * the class of the part before its first dot, or none.
 */
const CLASSES: Readonly<Record<string, string>> = {
  keyword: 'k',
  'keyword.operator': 'ow',
  built_in: 'nb',
  type: 'kt',
  literal: 'kc',
  number: 'mi',
  operator: 'o',
  punctuation: 'p',
  property: 'n',
  regexp: 'sr',
  string: 's2',
  'char.escape': 'se',
  subst: 'si',
  symbol: 'ss',
  class: 'nc',
  'title.class': 'nc',
  'title.class.inherited': 'nc',
  'title.function': 'nf',
  'title.function.invoke': 'n',
  title: 'nf',
  function: 'nf',
  variable: 'n',
  'variable.language': 'bp',
  'variable.constant': 'no',
  params: 'n',
  comment: 'c1',
  doctag: 'cs',
  meta: 'cp',
  'meta.prompt': 'gp',
  section: 'gh',
  tag: 'nt',
  name: 'nt',
  attr: 'na',
  attribute: 'na',
  bullet: 'm',
  code: 's',
  emphasis: 'ge',
  strong: 'gs',
  formula: 's',
  link: 'l',
  quote: 'ge',
  'selector-tag': 'nt',
  'selector-id': 'nn',
  'selector-class': 'nc',
  'selector-attr': 'na',
  'selector-pseudo': 'nd',
  'template-tag': 'cp',
  'template-variable': 'nv',
  addition: 'gi',
  deletion: 'gd',
};

/** Class for a piece of code of this scope. A string's quote and a number's form decide between the finer classes. */
export function tokenClass(scope: string, text: string): string | undefined {
  const known = CLASSES[scope] ?? CLASSES[scope.split('.')[0] ?? ''];
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
