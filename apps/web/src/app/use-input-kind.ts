import { useEffect } from 'react';

/** Marks the root element with the last act of the reader, a key or a pointer: base.css hides the ring of headings by it. */
export function useInputKind(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    const ending = new AbortController();
    const options = { capture: true, signal: ending.signal };
    addEventListener('keydown', () => (dataset.input = 'keys'), options);
    addEventListener('pointerdown', () => (dataset.input = 'pointer'), options);
    return () => ending.abort();
  }, []);
}
