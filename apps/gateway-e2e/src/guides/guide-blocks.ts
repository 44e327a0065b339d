/** A block of commands of a guide, with the output that the guide shows. */
export interface GuideBlock {
  readonly code: string;
  /** Occupies its terminal until Ctrl-C, for example `npm start`. */
  readonly isForeground: boolean;
  readonly line: number;
  /** The `text` or `json` block right after it. */
  readonly expected: string | undefined;
}

const FENCE = /^```(\w*)( foreground)?\n([\s\S]*?)^```$/gm;

/** The blocks of commands (`sh`) of a page, in order. */
export function guideBlocks(page: string): GuideBlock[] {
  const fences = [...page.matchAll(FENCE)];
  return fences.flatMap((match, index) => {
    const [whole, language, foreground, code = ''] = match;
    if (language !== 'sh') return [];
    const next = fences[index + 1];
    const end = match.index + whole.length;
    const isOutput =
      next !== undefined && /^(text|json)$/.test(next[1] ?? '') && page.slice(end, next.index).trim() === '';
    return {
      code,
      isForeground: foreground !== undefined,
      line: page.slice(0, match.index).split('\n').length,
      expected: isOutput ? next[3] : undefined,
    };
  });
}

/** Output without the parts that differ between systems: API keys, numbers, and space at the ends of lines. */
export function comparableOutput(text: string): string {
  return text
    .trim()
    .replace(/\b[A-Za-z0-9]{32}\b/g, 'KEY')
    .replace(/\d+/g, '0')
    .replace(/[ \t]+$/gm, '');
}
