import { badRequest, badValue } from '../errors/api-errors.js';
import { type FieldType, isPlainObject, mapped, parseJson, problemByCheck, text } from '../kit/types/index.js';

const NAMED_ANCHORS = ['newest', 'oldest', 'first_unread'] as const;
/** The anchor of a page: a message id, which need not exist, or a named position. */
export type MessageAnchor = number | (typeof NAMED_ANCHORS)[number];

/** Greater anchors mean "newest". */
export const LARGEST_ANCHOR = 10_000_000_000_000_000;

const isNamed = (value: unknown): value is (typeof NAMED_ANCHORS)[number] =>
  (NAMED_ANCHORS as readonly unknown[]).includes(value);
const invalidAnchor = () => badRequest('Invalid anchor');

/** The parameter `anchor`: a message id or a name. Ids beyond the range of numbers count as its ends. Any other text is BAD_REQUEST. */
export const messageAnchor = (): FieldType<MessageAnchor> =>
  mapped(
    text(),
    (value): MessageAnchor => {
      if (isNamed(value)) return value;
      if (!/^-?\d{1,400}$/.test(value)) throw invalidAnchor();
      // Old clients send impossible ids for the oldest and newest message.
      return Math.min(Math.max(Number(value), 0), LARGEST_ANCHOR);
    },
    (value) => (typeof value === 'number' || isNamed(value) ? undefined : invalidAnchor().message),
  );

const narrowSchema = {
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

const isPair = (term: unknown): boolean =>
  Array.isArray(term) && term.length === 2 && term.every((part) => typeof part === 'string');

/** A narrow in a request: a list of pairs and objects. The error quotes any other value. The service validates the terms. */
export function narrow(): FieldType<readonly unknown[]> {
  const checked = (value: unknown, name: string, quoted: () => string): readonly unknown[] => {
    if (Array.isArray(value) && value.every((term) => isPair(term) || isPlainObject(term))) return value;
    throw badValue(name, quoted());
  };
  const check = (value: unknown, name: string) => checked(value, name, () => JSON.stringify(value));
  return {
    kind: 'narrow',
    encoding: 'json',
    schema: narrowSchema,
    check,
    read: (raw, name) => checked(parsedOrUndefined(raw, name), name, () => raw),
    problemOf: problemByCheck(check),
  };
}

function parsedOrUndefined(raw: string, name: string): unknown {
  try {
    return parseJson(raw, name);
  } catch {
    return undefined;
  }
}
