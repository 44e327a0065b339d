import type { StateInline } from 'markdown-it';
import { renderStateOf } from '../render-state.js';

/** Writes a bare link or linkifier match that was found before the text was parsed. */
export function foundLinkRule(state: StateInline): boolean {
  const { scan } = renderStateOf(state);
  const link = scan.links[scan.nextLink];
  if (link === undefined || link.start !== state.pos || link.end > state.posMax || state.linkLevel > 0) {
    return false;
  }
  const open = state.push('link_open', 'a', 1);
  open.meta = { attributes: [['href', link.href]], isBare: !link.isLinkifier };
  state.pending += state.src.slice(link.start, link.end);
  state.push('link_close', 'a', -1);
  scan.nextLink++;
  state.pos = link.end;
  return true;
}
