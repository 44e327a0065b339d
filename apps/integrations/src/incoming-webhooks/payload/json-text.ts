import { invalidJson } from '@chat/contracts';

const MAX_DEPTH = 64;

const QUOTE = 0x22;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Reads the JSON of a sender: a body, or a field of a form. */
export function parseJsonText(text: string): unknown {
  if (!hasFewBrackets(text) && isDeeperThan(text, MAX_DEPTH))
    throw invalidJson(`JSON has more than ${MAX_DEPTH} levels`);
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson();
  }
}

/** Whether so few lists and objects open that they cannot be too deep. So it is for most bodies, and the full look takes longer. */
function hasFewBrackets(text: string): boolean {
  let opened = 0;
  for (const bracket of '[{') {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      opened++;
      if (opened > MAX_DEPTH) return false;
    }
  }
  return true;
}

/** Looks at the text, because millions of nested lists would take the memory of the process before they could be counted. */
function isDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at + 1);
    else if (character === OPEN_LIST || character === OPEN_OBJECT) {
      depth++;
      if (depth > levels) return true;
    } else if (character === CLOSE_LIST || character === CLOSE_OBJECT) depth--;
  }
  return false;
}

/** The place of the quote that ends a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 1)) {
    if (!isEscaped(text, at, start)) return at;
  }
  return text.length;
}

function isEscaped(text: string, at: number, start: number): boolean {
  let first = at;
  while (first > start && text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}
