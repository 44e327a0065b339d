import type { StateInline } from 'markdown-it';
import { renderStateOf } from '../render-state.js';

/** Every line break of the source is one in the HTML. Emphasis ends with its line. */
export function newlineRule(state: StateInline): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x0a) {
    return false;
  }
  state.push('linebreak', 'br', 0);
  const { runs } = renderStateOf(state).scan;
  if (runs.length > 0) {
    runs.push({ marker: '\n' });
  }
  state.pos++;
  return true;
}
