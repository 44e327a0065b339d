import type { WireEvent, WireState } from '../event-reader.js';

/** Changes the state as an event says. Lists that were not fetched stay unknown. */
export type StateChange = (state: WireState, event: WireEvent) => void;
/** By `type` or `type.op`. */
export type StateChanges = Readonly<Record<string, StateChange>>;

// biome-ignore lint/suspicious/noExplicitAny: as it came over the wire.
export type Item = Record<string, any>;

/** A list of the state; undefined when it was not fetched. */
export const listIn = (state: WireState, name: string): Item[] | undefined => state[name] as Item[] | undefined;

export const changeList = (state: WireState, name: string, to: (items: Item[]) => Item[]): void => {
  const items = listIn(state, name);
  if (items !== undefined) state[name] = to(items);
};

/** Puts an item in the place of the one with the same key, or at the end. */
export const upserted = (items: readonly Item[], item: Item, key: string): Item[] => [
  ...items.filter((other) => other[key] !== item[key]),
  item,
];

/** The whole of a field is replaced by what the event has. */
export const replaces =
  (field: string, member: string): StateChange =>
  (state, event) => {
    if (field in state) state[field] = event[member];
  };
