import { jsonRule, Parameter, type ValueOf } from './parameter.js';
import { notA, tooManyItems, wrongItemCount } from './refusals.js';

/** Items in a JSON list unless the endpoint says otherwise. */
const MAX_LIST_ITEMS = 10_000;

export interface ListOptions {
  readonly maxItems?: number;
}

/** A JSON list of one kind of item. */
export function list<Item>(item: Parameter<Item>, options: ListOptions = {}): Parameter<Item[]> {
  const { maxItems = MAX_LIST_ITEMS } = options;
  const schema = { type: 'array', items: item.rule.schema, ...(options.maxItems !== undefined && { maxItems }) };

  return new Parameter<Item[]>(
    jsonRule('list', schema, (value, name) => {
      if (!Array.isArray(value)) throw notA('a list', name);
      if (value.length > maxItems) throw tooManyItems(name, maxItems);
      return value.map((entry, index) => item.rule.check(entry, `${name}[${index}]`));
    }),
  );
}

/** A JSON list of a fixed length, each place with its own kind: `tuple(text(), text())` is a pair of strings. */
export function tuple<Items extends Parameter<unknown>[]>(
  ...items: Items
): Parameter<{ [Index in keyof Items]: ValueOf<Items[Index]> }> {
  type Value = { [Index in keyof Items]: ValueOf<Items[Index]> };
  const schema = {
    type: 'array',
    prefixItems: items.map((item) => item.rule.schema),
    minItems: items.length,
    maxItems: items.length,
  };
  const rule = jsonRule('tuple', schema, (value, name) => {
    if (!Array.isArray(value)) throw notA('a list', name);
    if (value.length !== items.length) throw wrongItemCount(name, items.length);
    return items.map((item, index) => item.rule.check(value[index], `${name}[${index}]`)) as Value;
  });
  return new Parameter<Value>(rule as Parameter<Value>['rule']);
}
