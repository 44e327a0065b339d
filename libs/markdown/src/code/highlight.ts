import type { HLJSApi, LanguageFn } from 'highlight.js';
import { escapeText } from '../html/escape.js';
import { MAX_HIGHLIGHTED_LENGTH } from '../limits.js';
import { onFirstUse, requireNow } from '../on-first-use.js';
import { LANGUAGE_MODULES } from './language-modules.generated.js';
import { tokenClass } from './token-classes.js';

const sharedCore = onFirstUse<HLJSApi>('highlight.js/lib/core');
const registered = new Set<string>();
let core: HLJSApi | undefined;

/** The methods that the highlighter calls while it reads code. */
interface Emitter {
  addText(text: string): void;
  startScope(scope: string): void;
  endScope(): void;
  openNode(scope: string): void;
  closeNode(): void;
  __addSublanguage(emitter: SpanEmitter, name: string): void;
  finalize(): void;
  toHTML(): string;
}

/** Writes the pieces as spans. Nested scopes are flattened: the innermost one that has a class decides. */
class SpanEmitter implements Emitter {
  private html = '';
  private readonly scopes: string[] = [];
  private pendingScope = '';
  private pendingText = '';

  addText(text: string): void {
    const scope = this.scopes.at(-1) ?? '';
    if (scope !== this.pendingScope) {
      this.flush();
      this.pendingScope = scope;
    }
    this.pendingText += text;
  }

  startScope(scope: string): void {
    this.flush();
    this.scopes.push(scope.startsWith('language:') ? (this.scopes.at(-1) ?? '') : scope);
  }

  endScope(): void {
    this.flush();
    this.scopes.pop();
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(emitter: SpanEmitter): void {
    this.flush();
    this.html += emitter.toHTML();
  }

  finalize(): void {
    this.flush();
  }

  toHTML(): string {
    this.flush();
    return this.html;
  }

  private flush(): void {
    const text = this.pendingText;
    if (text === '') return;
    this.pendingText = '';
    const name = this.pendingScope === '' ? undefined : tokenClass(this.pendingScope, text);
    this.html += name === undefined ? escapeText(text) : `<span class="${name}">${escapeText(text)}</span>`;
  }
}

/** The highlighter's core and its grammars are loaded when first needed: all of them take a tenth of a second. */
function load(language: string): HLJSApi {
  if (core === undefined) {
    core = sharedCore().newInstance();
    core.configure({ __emitter: SpanEmitter } as unknown as Parameters<HLJSApi['configure']>[0]);
  }
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
    return load(module).highlight(code, { language: module, ignoreIllegals: true }).value;
  } catch {
    // A fault of a grammar costs the colours, not the message.
    return escapeText(code);
  }
}
