import type { HLJSApi, LanguageFn } from 'highlight.js';
import { escapeText, unescapeText } from '../html/escape.js';
import { MAX_HIGHLIGHTED_LENGTH } from '../limits.js';
import { onFirstUse, requireNow } from '../on-first-use.js';
import { LANGUAGE_MODULES } from './language-modules.generated.js';
import { tokenClass } from './token-classes.js';

const sharedCore = onFirstUse<HLJSApi>('highlight.js/lib/core');
const registered = new Set<string>();
let core: HLJSApi | undefined;

/** The highlighter's core and its grammars are loaded when first needed: all of them take a tenth of a second. */
function load(language: string): HLJSApi {
  core ??= sharedCore().newInstance();
  if (!registered.has(language)) {
    core.registerLanguage(language, requireNow<LanguageFn>(`highlight.js/lib/languages/${language}`));
    registered.add(language);
  }
  return core;
}

/** Code as HTML with a span for each token; plain escaped text when the language is unknown or the code too long. */
export function highlight(code: string, language: string): string {
  const module = LANGUAGE_MODULES.get(language);
  if (module === undefined || code.length > MAX_HIGHLIGHTED_LENGTH) return escapeText(code);
  try {
    return withTokenClasses(load(module).highlight(code, { language: module, ignoreIllegals: true }).value);
  } catch {
    // A fault of a grammar costs the colours, not the message.
    return escapeText(code);
  }
}

const TAG = /(<span class="[^"]*">|<\/span>)/;

/** The highlighter's HTML with the classes of `tokenClass`. Nested spans become one: the innermost scope decides. */
function withTokenClasses(html: string): string {
  const scopes: string[] = [];
  return html.split(TAG).reduce((written, piece, index) => {
    if (index % 2 === 1) {
      if (piece === '</span>') scopes.pop();
      else scopes.push(scopeOf(piece.slice('<span class="'.length, -'">'.length)));
      return written;
    }
    const scope = scopes.at(-1) ?? '';
    const text = unescapeText(piece.replaceAll('&#x27;', "'"));
    const name = scope === '' || text === '' ? undefined : tokenClass(scope, text);
    return written + (name === undefined ? escapeText(text) : `<span class="${name}">${escapeText(text)}</span>`);
  }, '');
}

/** The class `hljs-title function_` stands for the scope `title.function`. A span of an embedded language has no scope. */
function scopeOf(classes: string): string {
  if (classes.startsWith('language-')) return '';
  const parts = classes.replace('hljs-', '').split(' ');
  return parts.map((part) => part.replace(/_+$/, '')).join('.');
}
