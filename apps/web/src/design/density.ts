export const DENSITIES = ['compact', 'comfortable', 'roomy'] as const;
export type Density = (typeof DENSITIES)[number];

const COMPACT = 'chat.compact';
const CHANGED = 'chat-density';

/** The account knows two densities; the third one belongs to the screen of this browser. */
export const densityOf = (isDense: boolean): Density => (isDense ? (isCompact() ? 'compact' : 'comfortable') : 'roomy');

function isCompact(): boolean {
  try {
    return localStorage.getItem(COMPACT) === 'true';
  } catch {
    return false;
  }
}

/** Keeps the part of the density that the account does not know. */
export function keepDensity(density: Density): void {
  try {
    localStorage.setItem(COMPACT, String(density === 'compact'));
  } catch {
    // Without storage the density is comfortable.
  }
  dispatchEvent(new Event(CHANGED));
}

/** Calls the listener when this tab or another one changes the density. */
export function onDensity(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(CHANGED, listener);
    removeEventListener('storage', listener);
  };
}
