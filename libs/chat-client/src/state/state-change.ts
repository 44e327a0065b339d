import { allClientEvents, type Class, type RegisterResponse, type Wire } from '@chat/contracts';

/** The state of a client under the names of the register response. A field that was not fetched is absent. */
export type WireState = { -readonly [Name in keyof RegisterResponse]: RegisterResponse[Name] };

type FieldsOf<Event> = Event extends Class<infer Fields> ? Wire<Fields> : never;
/** Changes the state by the fields of an event. A list that was not fetched stays absent. */
type Change<Fields> = (state: WireState, fields: Fields) => void;
/** By `type` or `type.op`. */
export type StateChange = readonly [kind: string, change: Change<never>];

/** Key of a client event: its type, with its operation if it has one. */
export const kindOf = (type: string, op: unknown): string => (typeof op === 'string' ? `${type}.${op}` : type);

/** Registers the change that a client event causes, for all its forms. */
export function on<Event extends Class>(
  events: Event | readonly Event[],
  change: Change<FieldsOf<Event>>,
): StateChange {
  const [first] = [events].flat() as Event[];
  const description = first && allClientEvents().get(first);
  if (!description) throw new Error(`${first?.name} is not a client event.`);
  return [kindOf(description.type, description.op), change as Change<never>];
}

/** Fields that are lists of objects. */
export type ListName = {
  [Name in keyof WireState]-?: NonNullable<WireState[Name]> extends readonly object[] ? Name : never;
}[keyof WireState];
export type ItemOf<Name extends ListName> = NonNullable<WireState[Name]>[number];

/** Replaces a list of the state by `to` of it. Does nothing if the list was not fetched. */
export function changeList<Name extends ListName>(
  state: WireState,
  name: Name,
  to: (items: readonly ItemOf<Name>[]) => readonly ItemOf<Name>[],
): void {
  const items = state[name] as readonly ItemOf<Name>[] | undefined;
  if (items !== undefined) state[name] = to(items) as WireState[Name];
}

/** Unlike a spread it takes no field that the item does not have. */
export const withFields = <Item>(item: Item, fields: NoInfer<Partial<Item>>): Item => ({ ...item, ...fields });

/** Replaces the item with the same key, or appends the item. */
export const upsert = <Name extends ListName>(
  state: WireState,
  name: Name,
  key: keyof ItemOf<Name>,
  item: ItemOf<Name>,
): void => changeList(state, name, (items) => [...items.filter((other) => other[key] !== item[key]), item]);

/** Removes the items with this value of `key` from a list, if it was fetched. */
export const remove = <Name extends ListName, Key extends keyof ItemOf<Name>>(
  state: WireState,
  name: Name,
  key: Key,
  value: ItemOf<Name>[Key],
): void => changeList(state, name, (items) => items.filter((item) => item[key] !== value));

/** Changes the items with this value of the key. */
export const update = <Name extends ListName, Key extends keyof ItemOf<Name>>(
  state: WireState,
  name: Name,
  key: Key,
  value: ItemOf<Name>[Key],
  change: (item: ItemOf<Name>) => Partial<ItemOf<Name>>,
): void =>
  changeList(state, name, (items) => items.map((item) => (item[key] === value ? { ...item, ...change(item) } : item)));

/** All ids of both lists, each once, in the order of their first place. */
export const union = (ids: readonly number[], others: readonly number[]): number[] => [...new Set([...ids, ...others])];
/** The ids that `others` does not contain, in their order. */
export const without = (ids: readonly number[], others: readonly number[]) => ids.filter((id) => !others.includes(id));

/** Replaces a field that an event names, if it was fetched. */
export function setNamed(state: WireState, name: string, value: unknown): void {
  if (name in state) (state as Record<string, unknown>)[name] = value;
}

/** Replaces the whole of a field, if it was fetched. */
export function replace<Name extends keyof WireState>(state: WireState, name: Name, value: WireState[Name]): void {
  if (name in state) state[name] = value;
}
