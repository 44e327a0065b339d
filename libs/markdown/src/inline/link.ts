import type { StateInline } from 'markdown-it';
import { MAX_URL_LENGTH } from '../limits.js';
import { relativeToRealm, safeHref } from '../links/safe-url.js';
import { renderStateOf } from '../render-state.js';
import { matchBrackets } from './brackets.js';
import { findCodeSpans } from './code-spans.js';

const MAX_OPEN_PARENTHESES = 32;

interface Target {
  readonly url: string;
  readonly title: string | undefined;
  readonly end: number;
}

/**
 * `[text](address "title")`. The text may hold code, but nothing else is marked up inside it; without a text the
 * address is shown. There are no reference links. An address that must not be linked leaves the whole as text.
 */
export function linkRule(state: StateInline): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 0x5b || state.linkLevel > 0) {
    return false;
  }
  const render = renderStateOf(state);
  const { scan } = render;
  scan.codeSpans ??= findCodeSpans(src);
  scan.brackets ??= matchBrackets(src, scan.codeSpans);
  const labelEnd = scan.brackets.get(pos);
  if (labelEnd === undefined || src.charCodeAt(labelEnd + 1) !== 0x28) {
    return false;
  }
  const target = parseTarget(src, labelEnd + 2, state.posMax);
  const href = target === null ? null : safeHref(target.url);
  if (target === null || href === null) {
    return false;
  }
  const relative = relativeToRealm(href, render.context.realmUrl);
  const open = state.push('link_open', 'a', 1);
  open.meta = {
    attributes:
      target.title === undefined
        ? [['href', relative]]
        : [
            ['href', relative],
            ['title', target.title],
          ],
    isBare: false,
  };
  const max = state.posMax;
  if (src.slice(pos + 1, labelEnd).trim() === '') {
    state.pending += relative;
  } else {
    state.linkLevel++;
    state.pos = pos + 1;
    state.posMax = labelEnd;
    state.md.inline.tokenize(state);
    state.linkLevel--;
    state.posMax = max;
  }
  state.push('link_close', 'a', -1);
  state.pos = target.end;
  return true;
}

/** The part in parentheses, from after the opening one: parentheses inside must match, white space ends the address. */
function parseTarget(src: string, start: number, max: number): Target | null {
  let pos = skipSpaces(src, start, max);
  const limit = Math.min(max, pos + MAX_URL_LENGTH);
  let url: string;
  if (src[pos] === '<') {
    const end = src.slice(pos + 1, limit).search(/[<>\n]/);
    if (end < 0 || src[pos + 1 + end] !== '>') {
      return null;
    }
    url = src.slice(pos + 1, pos + 1 + end).replaceAll(' ', '%20');
    pos += end + 2;
  } else {
    const urlStart = pos;
    for (let depth = 0; pos < limit; pos++) {
      const character = src[pos] ?? '';
      if (character === '(') {
        // No address has as many; each of many unfinished links would read on through all the others.
        if (++depth > MAX_OPEN_PARENTHESES) {
          return null;
        }
      } else if (character === ')') {
        if (depth === 0) {
          break;
        }
        depth--;
      } else if (/\s/.test(character)) {
        break;
      }
    }
    url = src.slice(urlStart, pos);
  }
  pos = skipSpaces(src, pos, max);
  let title: string | undefined;
  const quote = src[pos];
  if (quote === '"' || quote === "'") {
    const end = src.slice(pos + 1, Math.min(max, pos + MAX_URL_LENGTH)).search(/["'\n]/);
    if (end < 0 || src[pos + 1 + end] !== quote) {
      return null;
    }
    title = src.slice(pos + 1, pos + 1 + end);
    pos = skipSpaces(src, pos + end + 2, max);
  }
  return pos < max && src[pos] === ')' ? { url, title, end: pos + 1 } : null;
}

function skipSpaces(src: string, from: number, max: number): number {
  let pos = from;
  while (pos < max && src[pos] === ' ') {
    pos++;
  }
  return pos;
}
