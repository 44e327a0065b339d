import { useLayoutEffect } from 'react';
import { heldKeys } from './held-keys.js';

/** Keys wait while `isLoading`, and are typed into the field that then takes the focus. */
export function useHeldKeys(isLoading: boolean): void {
  useLayoutEffect(() => (isLoading ? heldKeys.hold() : undefined), [isLoading]);
}

/** In place of a part that loads: `<Suspense fallback={<LoadingPart />}>`. Shows nothing. */
export function LoadingPart(): null {
  useHeldKeys(true);
  return null;
}
