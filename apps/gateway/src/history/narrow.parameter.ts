import { badValue, parseJson } from '@chat/contracts';
import { isNarrowShaped, type Narrow, parseNarrow, parseQueueNarrow } from '@chat/narrow';
import { Parameter } from '../http/index.js';

const schema = {
  type: 'array',
  items: {
    anyOf: [
      {
        type: 'object',
        properties: {
          operator: { type: 'string' },
          operand: {
            anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'array', items: { type: 'integer' } }],
          },
          negated: { type: 'boolean' },
        },
        required: ['operator', 'operand'],
      },
      { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
    ],
  },
};

/**
 * A narrow, in pairs or objects. `parse` refuses what has no meaning; passed on as it came, since the service parses it too. `read`
 * makes a value of its text.
 */
function narrowBy(
  parse: (value: unknown) => Narrow,
  read: (text: string, name: string) => unknown,
): Parameter<unknown[]> {
  const check = (value: unknown): unknown[] => {
    parse(value);
    return value as unknown[];
  };
  return new Parameter<unknown[]>({
    kind: 'narrow',
    encoding: 'json',
    schema,
    check,
    read: (text, name) => check(read(text, name)),
  });
}

/** Of messages that are there. What is no list of pairs and objects is refused whole, and quoted. */
export const narrowParameter = narrowBy(parseNarrow, (text, name) => {
  const value = parsedOrUndefined(text, name);
  if (!isNarrowShaped(value)) throw badValue(name, text);
  return value;
});
/** Of messages to come, for a queue. */
export const queueNarrowParameter = narrowBy(parseQueueNarrow, parseJson);

function parsedOrUndefined(text: string, name: string): unknown {
  try {
    return parseJson(text, name);
  } catch {
    return undefined;
  }
}
