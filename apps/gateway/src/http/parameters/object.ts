import { type CamelCase, camelCase } from './camel-case.js';
import { jsonRule, Parameter, type ValueOf } from './parameter.js';
import { missingKey, notA, tooManyItems, unexpectedKeys } from './refusals.js';
import { text } from './text.js';

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

  const rule = jsonRule('object', schema, (value, name) => {
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
  });
  return new Parameter<ObjectOf<M>>(rule as Parameter<ObjectOf<M>>['rule']);
}

/** Members in a JSON object with free names. */
const MAX_RECORD_MEMBERS = 1_000;

/** A JSON object with free names and one kind of value. Names are kept as they are. */
export function record<Value>(member: Parameter<Value>): Parameter<Readonly<Record<string, Value>>> {
  type Read = Readonly<Record<string, Value>>;
  const key = text().rule;
  const schema = { type: 'object', additionalProperties: member.rule.schema };
  return new Parameter<Read>(
    jsonRule<Read>('record', schema, (value, name) => {
      const given = Object.entries(plainObject(value, name));
      if (given.length > MAX_RECORD_MEMBERS) throw tooManyItems(name, MAX_RECORD_MEMBERS);
      // fromEntries defines own properties, so a member called __proto__ is a member like any other.
      return Object.fromEntries(
        given.map(([free, entry]) => [
          key.check(free, `${name} key`),
          member.rule.check(entry, `${name} contains a value that`),
        ]),
      );
    }) as Parameter<Read>['rule'],
  );
}

function plainObject(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notA('a dict', name);
  return value as Record<string, unknown>;
}
