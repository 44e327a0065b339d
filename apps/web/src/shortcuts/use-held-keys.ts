import { useLayoutEffect, useRef } from 'react';
import { heldKeys } from './held-keys.js';

/** Keys wait while `isLoading`, and are typed into the field that then takes the focus. Escape calls `onEscape`. */
export function useHeldKeys(isLoading: boolean, onEscape?: () => void): void {
  const escape = useRef(onEscape);
  useLayoutEffect(() => {
    escape.current = onEscape;
  });
  useLayoutEffect(() => (isLoading ? heldKeys.hold(() => escape.current?.()) : undefined), [isLoading]);
}

/** In place of a part that loads: `<Suspense fallback={<LoadingPart />}>`. Shows nothing. */
export function LoadingPart(): null {
  useHeldKeys(true);
  return null;
}
