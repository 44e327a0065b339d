import { jsonType, mapOf, missingKey, plainObject, unexpectedKeys } from '@chat/contracts';
import { type CamelCase, camelCase } from './camel-case.js';
import { Parameter, type ValueOf } from './parameter.js';

/** The members of an object, by their names on the wire. */
export type Members = Readonly<Record<string, Parameter<unknown>>>;

/** What a handler receives: every member, absent ones as `undefined`, by its camelCase name. */
export type ObjectOf<M extends Members> = {
  readonly [Name in keyof M & string as CamelCase<Name>]: ValueOf<M[Name]>;
};

export interface ObjectOptions {
  /** Members that are not listed: left out of the value (default), or the whole object refused. */
  readonly otherMembers?: 'left out' | 'refused';
}

/** A JSON object with the members listed. */
export function object<M extends Members>(members: M, options: ObjectOptions = {}): Parameter<ObjectOf<M>> {
  const entries = Object.entries(members).map(([key, member]) => ({ key, member, property: camelCase(key) }));
  const known = new Set(Object.keys(members));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(entries.map(({ key, member }) => [key, member.rule.schema])),
    required: entries.filter(({ member }) => member.required).map(({ key }) => key),
    ...(options.otherMembers === 'refused' && { additionalProperties: false }),
  };

  const check = (value: unknown, name: string): ObjectOf<M> => {
    const given = plainObject(value, name);
    const read: Record<string, unknown> = {};
    for (const { key, member, property } of entries) {
      if (Object.hasOwn(given, key)) read[property] = member.rule.check(given[key], `${name}["${key}"]`);
      else if (member.required) throw missingKey(key, name);
      else read[property] = member.defaultValue;
    }
    if (options.otherMembers === 'refused') {
      const others = Object.keys(given).filter((key) => !known.has(key));
      if (others.length > 0) throw unexpectedKeys(others);
    }
    return read as ObjectOf<M>;
  };
  // Only parameters are read by it: its values are never written, and the service validates them by its own contract.
  const rule = jsonType<ObjectOf<M>>({ kind: 'object', schema, check, problemOf: () => undefined });
  return new Parameter<ObjectOf<M>>(rule as Parameter<ObjectOf<M>>['rule']);
}

/** A JSON object with free names and one kind of value. Names are kept as they are. */
export const record = <Value>(member: Parameter<Value>): Parameter<Readonly<Record<string, Value>>> =>
  new Parameter<Readonly<Record<string, Value>>>(
    mapOf(member.rule) as Parameter<Readonly<Record<string, Value>>>['rule'],
  );
