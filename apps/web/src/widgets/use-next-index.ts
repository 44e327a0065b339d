import { useRef } from 'react';

/** Gives each new line its own index. The event of a line may come after the next line is written. */
export function useNextIndex(known: number): () => number {
  const last = useRef(0);
  return () => {
    last.current = Math.max(known, last.current + 1);
    return last.current;
  };
}
