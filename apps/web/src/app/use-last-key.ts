import { type RefObject, useEffect, useRef } from 'react';

/** When the reader pressed a key last, by `performance.now()`. */
export function useLastKey(): RefObject<number> {
  const at = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const ending = new AbortController();
    const remember = () => {
      at.current = performance.now();
    };
    addEventListener('keydown', remember, { capture: true, signal: ending.signal });
    return () => ending.abort();
  }, []);
  return at;
}
