import { diffArrays } from 'diff';

/**
 * Combines two rendered versions of a message: the markup of the newer one, with marks around new words and around removed words.
 * Removed words come without the markup of the older version, so the result is as well-formed and as safe as the newer version.
 */
export function htmlDiff(before: string, after: string, timeoutMs = DIFF_TIMEOUT_MS): string {
  const [was, is] = [tokensOf(before), tokensOf(after)];
  const changes = changesBetween(was.filter(isWord), is.filter(isWord), timeoutMs);
  return `<div>${new MarkedHtml(is, changes).write()}</div>`;
}

/** Beyond either limit the whole text counts as replaced. */
export const DIFF_TIMEOUT_MS = 50;
const MAX_EDIT_LENGTH = 1_000;

interface Token {
  readonly html: string;
  /** Words are compared by their text and the tags around them. Undefined for tags and blanks. */
  readonly key?: string;
}
interface Word extends Token {
  readonly key: string;
}
const isWord = (token: Token): token is Word => token.key !== undefined;

/** A tag; blanks at the beginning of a text; a word with the blanks behind it. */
const PIECE = /<(?:[^"'<>]|"[^"]*"|'[^']*')*>|\s+|[^\s<]+\s*/g;
const TAG_NAME = /^<\/?([a-z0-9]+)/i;
const VOID_TAGS = new Set(['br', 'hr', 'img', 'input', 'wbr', 'source']);
/** Elements that are compared and marked as a whole: a mark inside would break a formula or a player. */
const WHOLE = /^<(?:math|svg|video|audio|iframe)\b|^<span class="katex/i;

function tokensOf(html: string): Token[] {
  const pieces = html.match(PIECE) ?? [];
  const tokens: Token[] = [];
  const open: string[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as string;
    if (!piece.startsWith('<')) {
      const text = piece.trim();
      tokens.push(text === '' ? { html: piece } : { html: piece, key: `${open.join('')} ${text}` });
      continue;
    }
    if (WHOLE.test(piece)) {
      const end = endOfElement(pieces, at);
      const whole = pieces.slice(at, end).join('');
      tokens.push({ html: whole, key: whole });
      at = end - 1;
      continue;
    }
    const name = TAG_NAME.exec(piece)?.[1]?.toLowerCase() ?? '';
    if (name === 'img') tokens.push({ html: piece, key: piece });
    else tokens.push({ html: piece });
    if (piece.startsWith('</')) open.pop();
    else if (!VOID_TAGS.has(name)) open.push(piece);
  }
  return tokens;
}

/** Index after the element that opens at `start`. */
function endOfElement(pieces: readonly string[], start: number): number {
  let depth = 0;
  for (let at = start; at < pieces.length; at++) {
    const piece = pieces[at] as string;
    const name = TAG_NAME.exec(piece)?.[1]?.toLowerCase();
    if (name === undefined || VOID_TAGS.has(name) || piece.endsWith('/>')) continue;
    depth += piece.startsWith('</') ? -1 : 1;
    if (depth === 0) return at + 1;
  }
  return pieces.length;
}

/** New words by their index among the words; removed words by the index of the following word. */
interface Changes {
  readonly isNew: readonly boolean[];
  readonly gone: ReadonlyMap<number, readonly Word[]>;
}

function changesBetween(was: readonly Word[], is: readonly Word[], timeout: number): Changes {
  const comparator = (one: Word, other: Word) => one.key === other.key;
  const found =
    timeout > 0 ? diffArrays([...was], [...is], { comparator, timeout, maxEditLength: MAX_EDIT_LENGTH }) : undefined;
  if (found === undefined) return { isNew: is.map(() => true), gone: new Map([[is.length, was]]) };
  const isNew: boolean[] = [];
  const gone = new Map<number, Word[]>();
  let removedWords: Word[] = [];
  // Removed words follow the new words that replace them, in any order of the library's result.
  const put = () => {
    if (removedWords.length > 0) gone.set(isNew.length, removedWords);
    removedWords = [];
  };
  for (const { value, added, removed } of found) {
    if (removed) removedWords.push(...value);
    else if (added) for (const _ of value) isNew.push(true);
    else {
      put();
      for (const _ of value) isNew.push(false);
    }
  }
  put();
  return { isNew, gone };
}

const BLANK_BEHIND = /\s$/;

class MarkedHtml {
  private readonly parts: string[] = [];
  private last = '>';
  /** Neighbouring new words, and neighbouring removed words. */
  private readonly inserted: Word[] = [];
  private readonly deleted: Word[] = [];
  /** A blank is needed before a word that follows in the same text. */
  private isBlankDue = false;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly changes: Changes,
  ) {}

  write(): string {
    let place = 0;
    /** Removed words are written inside text of the newer version; outside, they wait for the next text or the end. */
    let isInText = false;
    this.deleted.push(...(this.changes.gone.get(0) ?? []));
    for (const token of this.tokens) {
      if (!isWord(token)) {
        this.putInserted();
        this.append(token.html);
        isInText = false;
        this.isBlankDue = false;
        continue;
      }
      if (!isInText) this.putDeleted();
      isInText = true;
      if (this.isBlankDue) this.putBlank();
      if (this.changes.isNew[place++]) this.inserted.push(token);
      else {
        this.putInserted();
        this.append(token.html);
      }
      this.deleted.push(...(this.changes.gone.get(place) ?? []));
      this.putDeleted();
    }
    this.putInserted();
    if (this.deleted.length > 0) {
      this.append('<p>');
      this.putDeleted();
      this.append('</p>');
    }
    return this.parts.join('');
  }

  private append(html: string): void {
    if (html === '') return;
    this.parts.push(html);
    this.last = html.at(-1) as string;
  }

  private putInserted(): void {
    const words = this.inserted.splice(0).map(({ html }) => html);
    this.mark(words.join(''), 'highlight_text_inserted');
  }

  private putDeleted(): void {
    if (this.deleted.length === 0) return;
    const isBeside = this.inserted.length > 0;
    this.putInserted();
    // A removed word must not touch its new neighbours or other removed words.
    if (isBeside || this.last !== '>') this.putBlank();
    const words = this.deleted.splice(0).map(({ html }) => (BLANK_BEHIND.test(html) ? html : `${html} `));
    this.mark(words.join('').trimEnd(), 'highlight_text_deleted');
    this.isBlankDue = true;
  }

  private putBlank(): void {
    if (this.last.trim() !== '') this.append(' ');
    this.isBlankDue = false;
  }

  private mark(html: string, className: string): void {
    if (html === '') return;
    const marked = html.trimEnd();
    this.append(`<span class="${className}">${marked}</span>${html.slice(marked.length)}`);
  }
}
