import { list as listType, tuple as tupleType } from '@chat/contracts';
import { Parameter, type Rule, type ValueOf } from './parameter.js';

/** A JSON list of one kind of item. */
export const list = <Item>(
  item: Parameter<Item>,
  { maxItems }: { readonly maxItems?: number } = {},
): Parameter<Item[]> =>
  new Parameter<Item[]>(
    listType(item.rule, maxItems === undefined ? {} : { max: maxItems }) as unknown as Rule<Item[]>,
  );

/** A JSON list of a fixed length, each position with its own kind: `tuple(text(), text())` is a pair of strings. */
export function tuple<Items extends Parameter<unknown>[]>(
  ...items: Items
): Parameter<{ [Index in keyof Items]: ValueOf<Items[Index]> }> {
  type Value = { [Index in keyof Items]: ValueOf<Items[Index]> };
  return new Parameter<Value>(tupleType(...items.map(({ rule }) => rule)) as unknown as Parameter<Value>['rule']);
}
