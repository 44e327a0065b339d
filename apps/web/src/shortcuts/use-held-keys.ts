import { useLayoutEffect, useRef } from 'react';
import { heldKeys } from './held-keys.js';

/** Keys wait while `isLoading`, and are typed into the field that then takes the focus. Escape calls `onEscape`. */
export function useHeldKeys(isLoading: boolean, onEscape?: () => void): void {
  const latest = useRef(onEscape);
  useLayoutEffect(() => {
    latest.current = onEscape;
  });
  useLayoutEffect(() => (isLoading ? heldKeys.hold(() => latest.current?.()) : undefined), [isLoading]);
}

/** In place of a part that loads: `<Suspense fallback={<LoadingPart />}>`. Shows nothing. */
export function LoadingPart(): null {
  useHeldKeys(true);
  return null;
}
