import type { StateInline, Token } from 'markdown-it';
import { MAX_INLINE_DEPTH } from '../limits.js';
import { type EmphasisRun, renderStateOf } from '../render-state.js';

/**
 * `*emphasis*`, `**strong**`, `***both***` and `~~deleted~~`, each within one line and also inside words. Runs of
 * markers become text tokens first; `emphasisPairsRule` pairs them once the whole text is known. Underscores mean
 * nothing.
 */
export function emphasisRule(state: StateInline): boolean {
  const { src, pos } = state;
  const marker = src[pos];
  if ((marker !== '*' && marker !== '~') || state.linkLevel > 0) {
    return false;
  }
  let end = pos + 1;
  while (end < state.posMax && src[end] === marker) {
    end++;
  }
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
  renderStateOf(state).scan.runs.push({ marker, token: state.tokens.length - 1, canOpen, canClose });
  state.pos = end;
  return true;
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}

interface OpenRun {
  readonly index: number;
  readonly marker: '*' | '~';
  left: number;
}

type Name = 'strong' | 'em' | 'del';

interface Pair {
  readonly name: Name;
  readonly open: number;
  readonly close: number;
}

/**
 * Pairs the markers with one stack per line: a closing run takes the nearest open run that fits it and drops those
 * between. Each run is pushed and popped once, so the cost is linear.
 */
export function emphasisPairsRule(state: StateInline): void {
  const { runs } = renderStateOf(state).scan;
  if (runs.length < 2) {
    return;
  }
  const lengths = runs.map((run) => (run.marker === '\n' ? 0 : (state.tokens[run.token]?.content.length ?? 0)));
  const pairs = pairRuns(runs, lengths);
  if (pairs.length > 0) {
    const tokens = rebuild(state, runs, lengths, pairs);
    // In place, since the parser's caller holds this array; not by spreading, which overflows the stack when long.
    state.tokens.length = 0;
    for (const token of tokens) {
      state.tokens.push(token);
    }
  }
}

function pairRuns(runs: readonly EmphasisRun[], lengths: number[]): Pair[] {
  const pairs: Pair[] = [];
  const isBeforeDouble = findRunsBeforeDoubles(runs, lengths);
  let stack: OpenRun[] = [];
  // How many open runs there are of each marker, so that a hopeless search is not begun.
  let open = { '*': 0, '~': 0 };
  let openDoubles = { '*': 0, '~': 0 };
  const pop = (): void => {
    const dropped = stack.pop();
    if (dropped !== undefined) {
      open[dropped.marker]--;
      openDoubles[dropped.marker] -= dropped.left >= 2 ? 1 : 0;
    }
  };
  for (const [index, run] of runs.entries()) {
    if (run.marker === '\n') {
      stack = [];
      open = { '*': 0, '~': 0 };
      openDoubles = { '*': 0, '~': 0 };
      continue;
    }
    const { marker } = run;
    let left = lengths[index] ?? 0;
    // Two markers close only two or more; one and three close whatever is open.
    const needed = left === 2 ? 2 : 1;
    while (run.canClose && left >= needed && (needed === 2 ? openDoubles : open)[marker] > 0) {
      let at = stack.length - 1;
      while (at >= 0 && (stack[at]?.marker !== marker || (stack[at]?.left ?? 0) < needed)) {
        at--;
      }
      const opener = stack[at];
      // A single one takes nothing from two that others of their kind may close: `**2*3**` is strong as a whole.
      const isSpared = left === 1 && opener?.left === 2 && isBeforeDouble[index] === true;
      if (opener === undefined || isSpared) {
        break;
      }
      while (stack.length - 1 > at) {
        pop();
      }
      // Of three on both sides the inner pair is the emphasis: `***x***` is strong around it.
      const bothOdd = left % 2 === 1 && opener.left % 2 === 1;
      const used = left >= 2 && opener.left >= 2 && !bothOdd ? 2 : 1;
      pairs.push({ name: marker === '~' ? 'del' : used === 2 ? 'strong' : 'em', open: opener.index, close: index });
      left -= used;
      openDoubles[marker] -= opener.left >= 2 && opener.left - used < 2 ? 1 : 0;
      opener.left -= used;
      if (opener.left === 0) {
        pop();
      }
    }
    lengths[index] = left;
    if (run.canOpen && left > 0) {
      stack.push({ index, marker, left });
      open[marker]++;
      openDoubles[marker] += left >= 2 ? 1 : 0;
    }
  }
  return pairs;
}

/** Of each run, whether two asterisks follow it within its line. */
function findRunsBeforeDoubles(runs: readonly EmphasisRun[], lengths: readonly number[]): boolean[] {
  const found: boolean[] = [];
  let isBeforeDouble = false;
  for (let index = runs.length - 1; index >= 0; index--) {
    found[index] = isBeforeDouble;
    if (runs[index]?.marker === '\n') {
      isBeforeDouble = false;
    } else if (runs[index]?.marker === '*' && lengths[index] === 2) {
      isBeforeDouble = true;
    }
  }
  return found;
}

/** Writes the tokens anew: at each run first the ends that it closes, then what is left of it, then what it opens. */
function rebuild(state: StateInline, runs: readonly EmphasisRun[], leftAtPush: number[], pairs: Pair[]): Token[] {
  const opens = new Map<number, Pair[]>();
  const closes = new Map<number, Pair[]>();
  const left = [...leftAtPush];
  for (const pair of pairs) {
    append(opens, pair.open, pair);
    append(closes, pair.close, pair);
    left[pair.open] = (left[pair.open] ?? 0) - (pair.name === 'em' ? 1 : 2);
  }
  const result: Token[] = [];
  const written = new Set<Pair>();
  let depth = 0;
  let from = 0;
  for (const [index, run] of runs.entries()) {
    const token = state.tokens[run.token];
    if (run.marker === '\n' || token === undefined) {
      continue;
    }
    for (; from < run.token; from++) {
      result.push(state.tokens[from] as Token);
    }
    from = run.token + 1;
    for (const pair of closes.get(index) ?? []) {
      if (written.has(pair)) {
        depth--;
        result.push(tagToken(state, pair.name, -1));
      } else {
        result.push(textToken(state, run.marker.repeat(pair.name === 'em' ? 1 : 2)));
      }
    }
    token.content = run.marker.repeat(left[index] ?? 0);
    if (token.content !== '') {
      result.push(token);
    }
    // The pair closed last is the outermost.
    for (const pair of (opens.get(index) ?? []).toReversed()) {
      if (depth < MAX_INLINE_DEPTH) {
        depth++;
        written.add(pair);
        result.push(tagToken(state, pair.name, 1));
      } else {
        result.push(textToken(state, run.marker.repeat(pair.name === 'em' ? 1 : 2)));
      }
    }
  }
  for (; from < state.tokens.length; from++) {
    result.push(state.tokens[from] as Token);
  }
  return result;
}

function append(map: Map<number, Pair[]>, key: number, pair: Pair): void {
  const list = map.get(key);
  if (list === undefined) {
    map.set(key, [pair]);
  } else {
    list.push(pair);
  }
}

function tagToken(state: StateInline, name: Name, nesting: 1 | -1): Token {
  return new state.Token(`${name}_${nesting === 1 ? 'open' : 'close'}`, name, nesting);
}

function textToken(state: StateInline, content: string): Token {
  const token = new state.Token('text', '', 0);
  token.content = content;
  return token;
}
