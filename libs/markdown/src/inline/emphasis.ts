import type { StateInline, Token } from 'markdown-it';
import { MAX_INLINE_DEPTH } from '../limits.js';
import { type EmphasisRun, type LineEnd, renderStateOf } from '../render-state.js';

/**
 * `*emphasis*`, `**strong**`, `***both***` and `~~deleted~~`, each within one line and also inside words. Runs of
 * markers become text tokens first; `emphasisPairsRule` pairs them once the whole text is known. Underscores mean
 * nothing.
 */
export function emphasisRule(state: StateInline): boolean {
  const { src, pos } = state;
  const marker = src[pos];
  if ((marker !== '*' && marker !== '~') || state.linkLevel > 0) return false;
  let end = pos + 1;
  while (end < state.posMax && src[end] === marker) end++;
  const length = end - pos;
  const text = src.slice(pos, end);
  if (marker === '~' && length !== 2) {
    state.pending += text;
    state.pos = end;
    return true;
  }
  // Two markers may have spaces inside them (`** so **`); one or three must hug their text, as in `char *x`.
  const isDouble = length === 2;
  const canOpen = isDouble || (end < state.posMax && !isSpace(src[end]));
  const canClose = isDouble || (pos > 0 && !isSpace(src[pos - 1]));
  const token = state.push('text', '', 0);
  token.content = text;
  renderStateOf(state).scan.runs.push({ marker, token: state.tokens.length - 1, canOpen, canClose, left: length });
  state.pos = end;
  return true;
}

const isSpace = (character: string | undefined): boolean => character === undefined || /\s/.test(character);

type Runs = readonly (EmphasisRun | LineEnd)[];

type Name = 'strong' | 'em' | 'del';

interface Pair {
  readonly name: Name;
  readonly opener: EmphasisRun;
  readonly closer: EmphasisRun;
}

const MARKUP: Readonly<Record<Name, string>> = { strong: '**', em: '*', del: '~~' };

/**
 * Pairs the markers with one stack per line: a closing run takes the nearest open run that fits it and drops those
 * between. Runs that a search passes are dropped and each pair uses up markers, so the cost is linear.
 */
export function emphasisPairsRule(state: StateInline): void {
  const { runs } = renderStateOf(state).scan;
  if (runs.length < 2) return;
  const pairs = pairRuns(runs);
  if (pairs.length > 0) {
    const tokens = rebuild(state, runs, pairs);
    // In place, since the parser's caller holds this array; not by spreading, which overflows the stack when long.
    state.tokens.length = 0;
    for (const token of tokens) state.tokens.push(token);
  }
}

/** The pairs in the order in which they are closed; takes their markers off the runs. */
function pairRuns(runs: Runs): Pair[] {
  const pairs: Pair[] = [];
  const isBeforeDouble = findRunsBeforeDoubles(runs);
  let open = new OpenRuns();
  for (const [index, run] of runs.entries()) {
    if (run.marker === '\n') {
      open = new OpenRuns();
      continue;
    }
    if (run.canClose) closeRuns(run, isBeforeDouble[index] === true, open, pairs);
    if (run.canOpen && run.left > 0) open.push(run);
  }
  return pairs;
}

/** The open runs of one line. Counts them by marker, so that a hopeless search is not begun. */
class OpenRuns {
  private readonly stack: EmphasisRun[] = [];
  private readonly count = { '*': 0, '~': 0 };
  private readonly doubles = { '*': 0, '~': 0 };

  push(run: EmphasisRun): void {
    this.stack.push(run);
    this.count[run.marker]++;
    this.doubles[run.marker] += run.left >= 2 ? 1 : 0;
  }

  /** The run opened last that has enough markers left. */
  nearest(marker: '*' | '~', needed: 1 | 2): EmphasisRun | undefined {
    const fitting = needed === 2 ? this.doubles : this.count;
    return fitting[marker] === 0
      ? undefined
      : this.stack.findLast((run) => run.marker === marker && run.left >= needed);
  }

  /** Removes a run and those opened after it. */
  removeFrom(run: EmphasisRun): void {
    let removed: EmphasisRun | undefined;
    do {
      removed = this.stack.pop();
      if (removed !== undefined) {
        this.count[removed.marker]--;
        this.doubles[removed.marker] -= removed.left >= 2 ? 1 : 0;
      }
    } while (removed !== undefined && removed !== run);
  }
}

/** Pairs a closing run with open runs for as long as one fits. */
function closeRuns(closer: EmphasisRun, isBeforeDouble: boolean, open: OpenRuns, pairs: Pair[]): void {
  // Two markers close only two or more; one and three close any open run.
  const needed = closer.left === 2 ? 2 : 1;
  while (closer.left >= needed) {
    const opener = open.nearest(closer.marker, needed);
    // A single one takes nothing from two that others of their kind may close: `**2*3**` is strong as a whole.
    if (opener === undefined || (isBeforeDouble && closer.left === 1 && opener.left === 2)) return;
    open.removeFrom(opener);
    const name = pairName(opener, closer);
    pairs.push({ name, opener, closer });
    closer.left -= MARKUP[name].length;
    opener.left -= MARKUP[name].length;
    if (opener.left > 0) open.push(opener);
  }
}

function pairName(opener: EmphasisRun, closer: EmphasisRun): Name {
  if (closer.marker === '~') return 'del';
  // Of three on both sides the inner pair is the emphasis: `***x***` is strong around it.
  const bothOdd = closer.left % 2 === 1 && opener.left % 2 === 1;
  return closer.left >= 2 && opener.left >= 2 && !bothOdd ? 'strong' : 'em';
}

/** Of each run, whether two asterisks follow it within its line. */
function findRunsBeforeDoubles(runs: Runs): boolean[] {
  const found: boolean[] = [];
  let isBeforeDouble = false;
  for (let index = runs.length - 1; index >= 0; index--) {
    const run = runs[index];
    found[index] = isBeforeDouble;
    if (run?.marker === '\n') isBeforeDouble = false;
    else if (run?.marker === '*' && run.left === 2) isBeforeDouble = true;
  }
  return found;
}

/** Writes the tokens anew. A run becomes the end tags of its pairs, then its unpaired markers, then its start tags. */
function rebuild(state: StateInline, runs: Runs, pairs: readonly Pair[]): Token[] {
  const opened = new Map<EmphasisRun, Pair[]>();
  const closed = new Map<EmphasisRun, Pair[]>();
  for (const pair of pairs) {
    append(opened, pair.opener, pair);
    append(closed, pair.closer, pair);
  }
  const writer = new PairWriter(state);
  for (const run of runs) {
    if (run.marker === '\n') continue;
    writer.copyBefore(run.token);
    for (const pair of closed.get(run) ?? []) writer.close(pair);
    writer.writeLeft(run);
    // The pair closed last is the outermost.
    for (const pair of (opened.get(run) ?? []).toReversed()) writer.open(pair);
  }
  writer.copyBefore(state.tokens.length);
  return writer.result;
}

/** Writes tags of pairs; pairs nested too deeply stay text. */
class PairWriter {
  readonly result: Token[] = [];
  private readonly openPairs = new Set<Pair>();
  /** Index of the first token that is not written yet. */
  private next = 0;

  constructor(private readonly state: StateInline) {}

  copyBefore(end: number): void {
    for (; this.next < end; this.next++) this.result.push(this.state.tokens[this.next] as Token);
  }

  open(pair: Pair): void {
    if (this.openPairs.size >= MAX_INLINE_DEPTH) {
      this.writeText(MARKUP[pair.name]);
      return;
    }
    this.openPairs.add(pair);
    this.writeTag(pair.name, 1);
  }

  close(pair: Pair): void {
    if (this.openPairs.delete(pair)) this.writeTag(pair.name, -1);
    else this.writeText(MARKUP[pair.name]);
  }

  /** Writes the markers of a run that belong to no pair. */
  writeLeft(run: EmphasisRun): void {
    const token = this.state.tokens[run.token] as Token;
    token.content = run.marker.repeat(run.left);
    if (run.left > 0) this.result.push(token);
    this.next = run.token + 1;
  }

  private writeTag(name: Name, nesting: 1 | -1): void {
    this.result.push(new this.state.Token(`${name}_${nesting === 1 ? 'open' : 'close'}`, name, nesting));
  }

  private writeText(content: string): void {
    const token = new this.state.Token('text', '', 0);
    token.content = content;
    this.result.push(token);
  }
}

function append(map: Map<EmphasisRun, Pair[]>, key: EmphasisRun, pair: Pair): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [pair]);
  else list.push(pair);
}
