import type Katex from 'katex';
import { MAX_MATH_EXPANSIONS, MAX_MATH_EXPRESSIONS, MAX_MATH_SIZE_EM } from '../limits.js';
import { onFirstUse } from '../on-first-use.js';
import { isSafeMathHtml } from './math-html.js';

const katex = onFirstUse<typeof Katex>('katex');

/**
 * The HTML of a formula, or null when KaTeX refuses it, when there are too many, or when the HTML has anything that
 * formulas do not need. No command that makes links, loads images or sets attributes is trusted.
 */
export function renderMath(tex: string, isDisplay: boolean, counter: { mathExpressions: number }): string | null {
  if (++counter.mathExpressions > MAX_MATH_EXPRESSIONS) {
    return null;
  }
  let html: string;
  try {
    html = withoutWarnings(() =>
      katex().renderToString(tex, {
        displayMode: isDisplay,
        output: 'htmlAndMathml',
        strict: 'ignore',
        trust: false,
        throwOnError: true,
        maxExpand: MAX_MATH_EXPANSIONS,
        maxSize: MAX_MATH_SIZE_EM,
        // A fresh object: definitions made by a formula end with it.
        macros: {},
      }),
    );
  } catch {
    // Also a RangeError from nesting deeper than the stack.
    return null;
  }
  return isSafeMathHtml(html) ? html : null;
}

/**
 * KaTeX writes characters it has no measures for to the console, with no way to turn that off, so that any message
 * could fill the log. Rendering is synchronous: nobody else's warning is lost.
 */
function withoutWarnings<T>(work: () => T): T {
  const { warn } = console;
  console.warn = () => {};
  try {
    return work();
  } finally {
    console.warn = warn;
  }
}
