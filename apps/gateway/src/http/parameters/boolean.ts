import { Parameter, parseJson, type Rule } from './parameter.js';
import { notA } from './refusals.js';

/** `true` or `false`, in these letters. */
export function boolean(): Parameter<boolean> {
  const rule: Rule<boolean> = {
    kind: 'boolean',
    encoding: 'plain',
    schema: { type: 'boolean' },
    read: (text, name) => {
      if (text === 'true') return true;
      if (text === 'false') return false;
      parseJson(text, name);
      throw notA('a boolean', name);
    },
    check: (value, name) => {
      if (typeof value !== 'boolean') throw notA('a boolean', name);
      return value;
    },
  };
  return new Parameter(rule);
}
