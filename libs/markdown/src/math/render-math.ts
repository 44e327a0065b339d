import { createRequire } from 'node:module';
import type Katex from 'katex';
import { MAX_MATH_EXPANSIONS, MAX_MATH_EXPRESSIONS, MAX_MATH_SIZE_EM } from '../limits.js';
import { isSafeMathHtml } from './math-html.js';

type KatexModule = typeof Katex;

let katex: KatexModule | undefined;

/** KaTeX is large; it is loaded by the first formula and never by a message without one. */
function loadKatex(): KatexModule {
  katex ??= createRequire(import.meta.url)('katex') as KatexModule;
  return katex;
}

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
    html = loadKatex().renderToString(tex, {
      displayMode: isDisplay,
      output: 'htmlAndMathml',
      strict: 'ignore',
      trust: false,
      throwOnError: true,
      maxExpand: MAX_MATH_EXPANSIONS,
      maxSize: MAX_MATH_SIZE_EM,
      // A fresh object: definitions made by a formula end with it.
      macros: {},
    });
  } catch {
    // Also a RangeError from nesting deeper than the stack.
    return null;
  }
  return isSafeMathHtml(html) ? html : null;
}
