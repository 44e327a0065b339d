import { badNarrow, badRequest, type NarrowErrors, refusingWith } from './invalid-narrow.js';
import { HAS_PARTS, IS_PROPERTIES, type Narrow, type NarrowCondition } from './narrow.js';

/** Limits of a narrow. */
export const MAX_NARROW_TERMS = 100;
export const MAX_SEARCH_LENGTH = 1_000;
export const MAX_DM_OPERAND_USERS = 1_000;

interface WireTerm {
  readonly operator: string;
  readonly operand: unknown;
  readonly isNegated: boolean;
}

const isPair = (element: unknown): element is readonly [string, string] =>
  Array.isArray(element) && element.length === 2 && element.every((item) => typeof item === 'string');

const isObject = (element: unknown): element is Readonly<Record<string, unknown>> =>
  typeof element === 'object' && element !== null && !Array.isArray(element);

/**
 * Parses a narrow of pairs (`["stream", "design"]`) or objects (`{"operator", "operand", "negated"}`), with current and
 * deprecated names. `value` is parsed JSON. Throws one of `errors` if it is invalid. Does not check that streams and users exist.
 */
export const parseNarrow = (value: unknown, errors: NarrowErrors): Narrow =>
  refusingWith(errors, () => parseTerms(value, (operator) => badNarrow(`unknown operator ${operator}`)));

/** As {@link parseNarrow}, with the error of an unknown operator; its errors are not yet those of the caller. */
export function parseTerms(value: unknown, unknownOperator: (operator: string) => Error): Narrow {
  if (!Array.isArray(value)) throw badRequest('narrow is not a list');
  if (value.length > MAX_NARROW_TERMS) throw badRequest(`narrow has too many terms (limit: ${MAX_NARROW_TERMS})`);
  return value.map((element, index) => {
    const term = wireTerm(element, index);
    const condition = parseCondition(term);
    if (condition === undefined) throw unknownOperator(term.operator.slice(0, 60));
    return { ...condition, isNegated: term.isNegated };
  });
}

function wireTerm(element: unknown, index: number): WireTerm {
  if (Array.isArray(element)) {
    if (!isPair(element)) throw badRequest(`narrow[${index}] is not a string pair`);
    const [operator, operand] = element;
    // Pairs have no negated field; a leading minus negates them.
    const isNegated = operator.startsWith('-');
    return { operator: isNegated ? operator.slice(1) : operator, operand, isNegated };
  }
  if (!isObject(element)) throw badRequest(`narrow[${index}] is not a dict`);
  const { operator, operand, negated = false } = element;
  // Clients know the error with this name of a term.
  if (operator === undefined) throw badRequest('operator key is missing from elem');
  if (operand === undefined) throw badRequest('operand key is missing from elem');
  if (typeof operator !== 'string') throw badRequest('elem["operator"] is not a string');
  if (typeof negated !== 'boolean') throw badRequest('elem["negated"] is not a boolean');
  return { operator, operand, isNegated: negated };
}

function parseCondition({ operator, operand }: WireTerm): NarrowCondition | undefined {
  switch (operator.replaceAll('_', '-')) {
    case 'stream':
    case 'channel':
      return { operator: 'stream', stream: textOrId(operand) };
    case 'streams':
    case 'channels':
      return { operator: 'streams', streams: listed(operator, operand, ['public', 'web-public']) };
    case 'topic':
    case 'subject':
      return { operator: 'topic', topic: text(operand) };
    case 'sender':
    case 'from':
      return { operator: 'sender', user: textOrId(operand) };
    case 'dm':
    case 'pm-with':
      return { operator: 'dm', users: users(operator, operand) };
    case 'dm-including':
      return { operator: 'dm-including', user: textOrId(operand), groupsOnly: false };
    case 'group-pm-with':
      return { operator: 'dm-including', user: textOrId(operand), groupsOnly: true };
    case 'is':
      return {
        operator: 'is',
        property: operand === 'private' ? 'dm' : listed(operator, operand, IS_PROPERTIES),
      };
    case 'in':
      return { operator: 'in', view: listed(operator, operand, ['home', 'all']) };
    case 'has':
      return { operator: 'has', part: listed(operator, operand, HAS_PARTS) };
    case 'id':
      return { operator: 'id', messageId: messageId(operand) };
    case 'near':
      text(operand);
      return { operator: 'near' };
    case 'search':
      return { operator: 'search', query: searchQuery(operand) };
    default:
      return undefined;
  }
}

const OPERAND = 'elem["operand"]';

function text(operand: unknown): string {
  if (typeof operand !== 'string') throw badRequest(`${OPERAND} is not a string`);
  if (operand.includes('\0')) throw badRequest(`${OPERAND} must not contain null bytes`);
  return operand;
}

const isInteger = (operand: unknown): operand is number => typeof operand === 'number' && Number.isSafeInteger(operand);

function textOrId(operand: unknown): string | number {
  if (typeof operand === 'string') return text(operand);
  if (isInteger(operand)) return operand;
  throw badRequest(`${OPERAND} is not a string or integer`);
}

function users(operator: string, operand: unknown): (string | number)[] {
  const items = usersListed(operand);
  if (items.length > MAX_DM_OPERAND_USERS) throw badNarrow(`too many users in ${operator}`);
  return items;
}

function usersListed(operand: unknown): (string | number)[] {
  if (typeof operand === 'string') {
    const emails = text(operand).split(',');
    return emails.map((email) => email.trim()).filter((email) => email !== '');
  }
  if (isInteger(operand)) return [operand];
  if (!Array.isArray(operand)) throw badRequest(`${OPERAND} is not a string or an integer list`);
  return operand.map((item, place) => {
    if (!isInteger(item)) throw badRequest(`${OPERAND}[${place}] is not an integer`);
    return item;
  });
}

function listed<const Value extends string>(operator: string, operand: unknown, values: readonly Value[]): Value {
  const given = text(operand);
  const value = values.find((candidate) => candidate === given);
  if (value !== undefined) return value;
  throw operator === 'streams' || operator === 'channels'
    ? badNarrow(`unknown ${operator} operand ${given.slice(0, 60)}`)
    : badNarrow(`unknown '${operator}' operand ${given.slice(0, 60)}`);
}

function messageId(operand: unknown): number {
  const given = textOrId(operand);
  const id = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) throw badNarrow('Invalid message ID');
  return id;
}

function searchQuery(operand: unknown): string {
  const query = text(operand).trim();
  if (query === '') throw badRequest(`${OPERAND} cannot be blank.`);
  if (query.length > MAX_SEARCH_LENGTH) {
    throw badRequest(`${OPERAND} is too long (limit: ${MAX_SEARCH_LENGTH} characters)`);
  }
  return query;
}
