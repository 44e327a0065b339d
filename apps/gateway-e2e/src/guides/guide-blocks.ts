interface CodeBlock {
  /** For example `sh`; empty if the fence names none. */
  readonly language: string;
  /** The word after the language. */
  readonly mark: string | undefined;
  readonly code: string;
  readonly line: number;
  /** The `text` or `json` block right after it. */
  readonly expected: string | undefined;
}

/** A block of commands of a page, with the output that the page shows. */
export interface GuideBlock extends Pick<CodeBlock, 'code' | 'line' | 'expected'> {
  /** Statements for PostgreSQL; otherwise commands for a shell. */
  readonly isSql: boolean;
  /** Occupies its terminal until Ctrl-C, for example `npm start`. */
  readonly isForeground: boolean;
}

/** A block in a list is indented. A block with more backticks may show a page with blocks. */
const FENCE = /^( *)(`{3,})(\w*)(?: (\w+))?\n([\s\S]*?)^\1\2$/gm;

function codeBlocks(page: string): CodeBlock[] {
  const fences = [...page.matchAll(FENCE)];
  return fences.map((match, index) => {
    const [whole, indent = '', , language = '', mark, indented = ''] = match;
    const code = indented.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    const next = fences[index + 1];
    const end = match.index + whole.length;
    const isOutput =
      next !== undefined && /^(text|json)$/.test(next[3] ?? '') && page.slice(end, next.index).trim() === '';
    const line = page.slice(0, match.index).split('\n').length;
    return { language, mark, code, line, expected: isOutput ? next[5] : undefined };
  });
}

/** The blocks of commands (`sh`) and of statements (`sql`) of a page, in order. */
export const guideBlocks = (page: string): GuideBlock[] =>
  codeBlocks(page)
    .filter(({ language }) => language === 'sh' || language === 'sql')
    .map(({ language, code, line, expected, mark }) => ({
      code,
      isForeground: mark === 'foreground',
      isSql: language === 'sql',
      line,
      expected,
    }));

/** The paragraphs of the examples in TypeScript of a page, with the lines of their blocks. */
export const exampleParagraphs = (page: string): Pick<CodeBlock, 'code' | 'line'>[] =>
  codeBlocks(page)
    .filter(({ language }) => language === 'ts' || language === 'tsx')
    .flatMap(({ code, line }) => code.split(/\n\s*\n/).map((paragraph) => ({ code: paragraph, line })));

/**
 * A source without comments, white space, and the commas that a formatter adds. An import of `packageName` from its own `index.js` names
 * the package, as its users write it.
 */
export const comparableCode = (source: string, packageName = ''): string =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/(?<= from ')\.\/index\.js(?=')/g, packageName)
    .replace(/\s+/g, '')
    .replace(/,(?=[)\]}])/g, '');

/** Output without the parts that differ between systems: API keys, numbers, and space at the ends of lines. */
export function comparableOutput(text: string): string {
  return text
    .trim()
    .replace(/\b[A-Za-z0-9]{32}\b/g, 'KEY')
    .replace(/\d+/g, '0')
    .replace(/[ \t]+$/gm, '');
}
