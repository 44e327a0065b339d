import { parseNarrow } from '@chat/narrow';
import { Parameter } from '../http/index.js';
import { parseJson } from '../http/parameters/parameter.js';

/**
 * A narrow, in pairs or objects. Refused here when it has no meaning; passed on as it came, since the service parses it with
 * the same rules.
 */
export const narrowParameter = new Parameter<unknown[]>({
  kind: 'narrow',
  encoding: 'json',
  schema: {
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
  },
  check,
  read: (text, name) => check(parseJson(text, name)),
});

function check(value: unknown): unknown[] {
  parseNarrow(value);
  return value as unknown[];
}
