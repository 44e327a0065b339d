import type Katex from 'katex';
import { MAX_MATH_EXPANSIONS, MAX_MATH_EXPRESSIONS, MAX_MATH_SIZE_EM } from '../limits.js';
import { onFirstUse } from '../on-first-use.js';
import { isSafeMathHtml } from './math-html.js';

/** A formula of a block of math, in which blank lines separate formulas. */
export interface Formula {
  readonly source: string;
  /** Null for an invalid formula: its source is shown instead. */
  readonly html: string | null;
}

const katex = onFirstUse<typeof Katex>('katex');

/**
 * The HTML of a formula. Returns null if KaTeX refuses the formula, if there are too many, or if the HTML has anything
 * that formulas do not need. Commands that make links, load images or set attributes are not trusted.
 */
export function renderMath(tex: string, isDisplay: boolean, counter: { mathExpressions: number }): string | null {
  if (++counter.mathExpressions > MAX_MATH_EXPRESSIONS) return null;
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
        // A new object, so that definitions of a formula end with it.
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
 * KaTeX has no option against its console warnings about unknown characters, so any message could fill the log.
 * Rendering is synchronous, so no warning of other code is lost.
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
