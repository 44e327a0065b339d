import type { StateInline } from 'markdown-it';
import { renderStateOf } from '../render-state.js';
import { openLink } from './tokens.js';

/** Characters at which another inline rule may start. */
const STARTS_RULE = new Uint8Array(128);
for (const character of '\n`*~$@#<[&:;(') STARTS_RULE[character.charCodeAt(0)] = 1;

/** Whether a UTF-16 unit may begin a Unicode emoji: a coarse range that contains no letter of any script. */
export function mayStartEmoji(unit: number): boolean {
  return (
    (unit >= 0x203c && unit <= 0x2bff) ||
    (unit >= 0xd83c && unit <= 0xd83e) ||
    unit === 0x3030 ||
    unit === 0x303d ||
    unit === 0x3297 ||
    unit === 0x3299
  );
}

/** Plain text up to the next bare link or the next character that may start a rule. */
export function textRule(state: StateInline): boolean {
  const { scan } = renderStateOf(state);
  const { src, pos } = state;
  let link = scan.links[scan.nextLink];
  while (link !== undefined && link.start < pos) {
    // A rule that started earlier, such as a code span, contains this link.
    scan.nextLink++;
    link = scan.links[scan.nextLink];
  }
  const max = link === undefined || state.linkLevel > 0 ? state.posMax : Math.min(state.posMax, link.start);
  let end = pos;
  for (; end < max; end++) {
    const unit = src.charCodeAt(end);
    if (unit < 128 ? STARTS_RULE[unit] === 1 : mayStartEmoji(unit)) break;
    // The variation selector turns the character before it, such as a digit, into an emoji.
    if (unit === 0xfe0f && end > pos) {
      end--;
      break;
    }
  }
  if (end <= pos) return false;
  state.pending += src.slice(pos, end);
  state.pos = end;
  return true;
}

/** Writes the bare link or linkifier match that starts here; `findLinks` found it before the text was parsed. */
export function foundLinkRule(state: StateInline): boolean {
  const { scan } = renderStateOf(state);
  const link = scan.links[scan.nextLink];
  if (link === undefined || link.start !== state.pos || link.end > state.posMax || state.linkLevel > 0) return false;
  openLink(state, { href: link.href }, !link.isLinkifier);
  state.pending += state.src.slice(link.start, link.end);
  state.push('link_close', 'a', -1);
  scan.nextLink++;
  state.pos = link.end;
  return true;
}

/** Every line break of the source is a line break in the HTML, and ends open emphasis. */
export function newlineRule(state: StateInline): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x0a) return false;
  state.push('linebreak', 'br', 0);
  const { runs } = renderStateOf(state).scan;
  if (runs.length > 0) runs.push({ marker: '\n' });
  state.pos++;
  return true;
}
