import type { Attention } from './attention.js';

/** Acts of a reader. Scrolling counts through the wheel, the keys and the pointer: content that loads scrolls, too. */
const ACTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'] as const;

/** Reports the acts of the reader in this window. Returns the function that ends it. */
export function watchAttention(attention: Attention): () => void {
  const ending = new AbortController();
  const options = { passive: true, capture: true, signal: ending.signal };
  for (const act of ACTS) addEventListener(act, () => attention.act(), options);
  addEventListener('focus', () => attention.focus(true), options);
  addEventListener('blur', () => attention.focus(document.hasFocus()), options);
  document.addEventListener('visibilitychange', () => attention.focus(isWatched()), options);
  return () => ending.abort();
}

/** The window has the focus and is not hidden. */
export const isWatched = (): boolean => document.visibilityState === 'visible' && document.hasFocus();
