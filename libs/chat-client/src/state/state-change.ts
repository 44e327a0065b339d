import type { EventFields, EventKind } from './client-events.js';
import type { StateStore } from './state-store.js';

/** The effect of each event on the state. */
export type StateChanges = {
  readonly [Kind in EventKind]?: (state: StateStore, fields: EventFields<Kind>) => void;
};

/** All ids of both lists, each once, in the order of their first place. */
export const union = (ids: readonly number[], others: readonly number[]): number[] => [...new Set([...ids, ...others])];
/** The ids that `others` does not contain, in their order. */
export const without = (ids: readonly number[], others: readonly number[]) => ids.filter((id) => !others.includes(id));
