import type { StateInline } from 'markdown-it';
import { MAX_URL_LENGTH } from '../limits.js';
import { isWhiteSpace } from '../links/boundaries.js';
import { relativeToRealm, safeHref } from '../links/safe-url.js';
import { type CodeSpan, type RenderState, renderStateOf } from '../render-state.js';
import { embeddedFile } from '../uploads/file-previews.js';
import { findCodeSpans } from './code-span.js';
import { openLink, pushElement } from './tokens.js';

const MAX_OPEN_PARENTHESES = 32;

interface Target {
  readonly url: string;
  readonly title: string | undefined;
  readonly end: number;
}

/** A part of a target, and the position after it. */
interface Part {
  readonly text: string;
  readonly end: number;
}

/**
 * `[text](address "title")`. The text may hold code, but nothing else is marked up inside it; without a text the
 * address is shown. There are no reference links. An address that must not be linked leaves the whole as text.
 */
export function linkRule(state: StateInline): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 0x5b || state.linkLevel > 0) return false;
  const render = renderStateOf(state);
  const { scan } = render;
  scan.codeSpans ??= findCodeSpans(src);
  scan.brackets ??= matchBrackets(src, scan.codeSpans);
  const labelEnd = scan.brackets.get(pos);
  if (labelEnd === undefined || src.charCodeAt(labelEnd + 1) !== 0x28) return false;
  const target = parseTarget(src, labelEnd + 2, state.posMax);
  const href = target === null ? null : safeHref(target.url);
  if (target === null || href === null) return false;
  const relative = relativeToRealm(href, render.context.realmUrl);
  if (pushEmbedded(state, relative, src.slice(pos + 1, labelEnd), render)) {
    state.pos = target.end;
    return true;
  }
  openLink(state, { href: relative, title: target.title }, false);
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

/** `![text](address)` of a picture or a sound of the realm: the file itself instead of a link. */
function pushEmbedded(state: StateInline, href: string, text: string, render: RenderState): boolean {
  const file = state.pending.endsWith('!') ? render.fileOf(href) : undefined;
  const embedded = file && embeddedFile(file, text);
  if (file === undefined || embedded === undefined) return false;
  state.pending = state.pending.slice(0, -1);
  pushElement(state, embedded.tag, embedded.attributes);
  render.embeddedPaths.add(file.pathId);
  render.hasEmbeddedPicture ||= embedded.tag === 'img';
  return true;
}

/** Index of the `]` of each `[ Brackets inside code spans do not count. */
function matchBrackets(text: string, codeSpans: ReadonlyMap<number, CodeSpan>): Map<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '`') {
      index = (codeSpans.get(index)?.end ?? index + 1) - 1;
    } else if (character === '[') {
      open.push(index);
    } else if (character === ']') {
      const start = open.pop();
      if (start !== undefined) closing.set(start, index);
    }
  }
  return closing;
}

/** The part in parentheses, from after the opening one. */
function parseTarget(src: string, start: number, max: number): Target | null {
  const address = parseAddress(src, skipSpaces(src, start, max), max);
  if (address === null) return null;
  const afterAddress = skipSpaces(src, address.end, max);
  const title = parseTitle(src, afterAddress, max);
  if (title === null) return null;
  const end = title === undefined ? afterAddress : skipSpaces(src, title.end, max);
  return end < max && src[end] === ')' ? { url: address.text, title: title?.text, end: end + 1 } : null;
}

/** `<address>`, which may contain spaces, or an address up to the next white space or closing parenthesis. */
function parseAddress(src: string, start: number, max: number): Part | null {
  const limit = Math.min(max, start + MAX_URL_LENGTH);
  if (src[start] !== '<') return parsePlainAddress(src, start, limit);
  const enclosed = /^<([^<>\n]*)>/.exec(src.slice(start, limit));
  return enclosed && { text: (enclosed[1] ?? '').replaceAll(' ', '%20'), end: start + enclosed[0].length };
}

function parsePlainAddress(src: string, start: number, limit: number): Part | null {
  let depth = 0;
  let end = start;
  for (; end < limit; end++) {
    const character = src[end] as string;
    if ((character === ')' && depth === 0) || isWhiteSpace(src.charCodeAt(end))) break;
    if (character === '(') depth++;
    else if (character === ')') depth--;
    // Bounds the time: each of many unfinished links would read through all links after it.
    if (depth > MAX_OPEN_PARENTHESES) return null;
  }
  return { text: src.slice(start, end), end };
}

/** Returns undefined if no title begins at `start`, and null if one begins there and does not end. */
function parseTitle(src: string, start: number, max: number): Part | null | undefined {
  const quote = src[start];
  if (quote !== '"' && quote !== "'") return undefined;
  const length = src.slice(start + 1, Math.min(max, start + MAX_URL_LENGTH)).search(/["'\n]/);
  const end = start + 1 + length;
  return length < 0 || src[end] !== quote ? null : { text: src.slice(start + 1, end), end: end + 1 };
}

function skipSpaces(src: string, from: number, max: number): number {
  let pos = from;
  while (pos < max && src[pos] === ' ') pos++;
  return pos;
}
