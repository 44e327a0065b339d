import type { Place } from './opening.js';

const MAX_PLACES = 200;

const places = new Map<string, Place>();

/** Where the reader left a view; forgotten with the page. Null: at the end. */
export function rememberPlace(view: string, place: Place | null): void {
  places.delete(view);
  if (place === null) return;
  places.set(view, place);
  const oldest = places.keys().next().value;
  if (places.size > MAX_PLACES && oldest !== undefined) places.delete(oldest);
}

export const placeOf = (view: string): Place | undefined => places.get(view);
