import type { StateInline } from 'markdown-it';
import { renderStateOf } from '../render-state.js';

/** Characters at which some other inline rule may start. */
const STARTS_RULE = new Uint8Array(128);
for (const character of '\n`*~$@#<[&:;(') {
  STARTS_RULE[character.charCodeAt(0)] = 1;
}

/** Whether a UTF-16 unit may begin a Unicode emoji. Kept coarse, but free of the letters of any script. */
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

/** Plain text up to the next character that means something, or the next bare link. */
export function textRule(state: StateInline): boolean {
  const { scan } = renderStateOf(state);
  const { src, pos } = state;
  let link = scan.links[scan.nextLink];
  while (link !== undefined && link.start < pos) {
    // Already used up by a rule that started earlier, such as a code span.
    scan.nextLink++;
    link = scan.links[scan.nextLink];
  }
  const max = link === undefined || state.linkLevel > 0 ? state.posMax : Math.min(state.posMax, link.start);
  let end = pos;
  for (; end < max; end++) {
    const unit = src.charCodeAt(end);
    if (unit < 128 ? STARTS_RULE[unit] === 1 : mayStartEmoji(unit)) {
      break;
    }
    // A digit, or another character, becomes an emoji through the variation selector after it.
    if (unit === 0xfe0f && end > pos) {
      end--;
      break;
    }
  }
  if (end <= pos) {
    return false;
  }
  state.pending += src.slice(pos, end);
  state.pos = end;
  return true;
}
