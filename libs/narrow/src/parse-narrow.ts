import { type ApiError, badNarrow, badRequest } from '@chat/contracts';
import { HAS_PARTS, IS_PROPERTIES, type Narrow, type NarrowCondition } from './narrow.js';

/** Terms in one narrow, and characters in one search; more is refused. */
export const MAX_NARROW_TERMS = 100;
export const MAX_SEARCH_LENGTH = 1_000;
export const MAX_DM_OPERAND_USERS = 1_000;

interface WireTerm {
  readonly operator: string;
  readonly operand: unknown;
  readonly isNegated: boolean;
}

/**
 * Reads a narrow in both its forms, pairs (`["stream", "design"]`) and objects (`{"operator", "operand", "negated"}`), under
 * current and deprecated names. `value` is parsed JSON. Throws BAD_REQUEST for a wrong shape, BAD_NARROW for an operator or
 * operand that does not exist. Whether streams and users exist is for the caller to find out. `unknownOperator`: the refusal
 * of an operator that does not exist.
 */
export function parseNarrow(value: unknown, unknownOperator: (operator: string) => ApiError = notAnOperator): Narrow {
  if (!Array.isArray(value)) throw badRequest('narrow is not a list');
  if (value.length > MAX_NARROW_TERMS) throw badRequest(`narrow has too many terms (limit: ${MAX_NARROW_TERMS})`);
  return value.map((element, index) => {
    const term = wireTerm(element, index);
    const condition = parseCondition(term);
    if (condition === undefined) throw unknownOperator(term.operator.slice(0, 60));
    return { ...condition, isNegated: term.isNegated };
  });
}

const notAnOperator = (operator: string): ApiError => badNarrow(`unknown operator ${operator}`);

function wireTerm(element: unknown, index: number): WireTerm {
  if (Array.isArray(element)) {
    const [operator, operand] = element;
    if (element.length !== 2 || typeof operator !== 'string' || typeof operand !== 'string') {
      throw badRequest(`narrow[${index}] is not a string pair`);
    }
    // Pairs have no negated field; a leading minus is how they have always been written.
    const isNegated = operator.startsWith('-');
    return { operator: isNegated ? operator.slice(1) : operator, operand, isNegated };
  }
  if (typeof element !== 'object' || element === null) throw badRequest(`narrow[${index}] is not a dict`);
  const { operator, operand, negated = false } = element as Record<string, unknown>;
  if (operator === undefined) throw badRequest(`operator key is missing from narrow[${index}]`);
  if (operand === undefined) throw badRequest(`operand key is missing from narrow[${index}]`);
  if (typeof operator !== 'string') throw badRequest(`narrow[${index}]["operator"] is not a string`);
  if (typeof negated !== 'boolean') throw badRequest(`narrow[${index}]["negated"] is not a boolean`);
  return { operator, operand, isNegated: negated };
}

function parseCondition({ operator, operand }: WireTerm): NarrowCondition | undefined {
  switch (operator) {
    case 'stream':
    case 'channel':
      return { operator: 'stream', stream: textOrId(operator, operand) };
    case 'streams':
    case 'channels':
      return { operator: 'streams', streams: listed(operator, operand, ['public', 'web-public']) };
    case 'topic':
    case 'subject':
      return { operator: 'topic', topic: text(operator, operand) };
    case 'sender':
    case 'from':
      return { operator: 'sender', user: textOrId(operator, operand) };
    case 'dm':
    case 'pm-with':
      return { operator: 'dm', users: users(operator, operand) };
    case 'dm-including':
      return { operator, user: textOrId(operator, operand), groupsOnly: false };
    case 'group-pm-with':
      return { operator: 'dm-including', user: textOrId(operator, operand), groupsOnly: true };
    case 'is':
      return {
        operator,
        property: operand === 'private' ? 'dm' : listed(operator, operand, IS_PROPERTIES),
      };
    case 'in':
      return { operator, view: listed(operator, operand, ['home', 'all']) };
    case 'has':
      return { operator, part: listed(operator, operand, HAS_PARTS) };
    case 'id':
      return { operator, messageId: messageId(operand) };
    case 'near':
      return { operator };
    case 'search':
      return { operator, query: searchQuery(operand) };
    default:
      return undefined;
  }
}

function text(operator: string, operand: unknown): string {
  if (typeof operand !== 'string') throw badRequest(`operand of "${operator}" is not a string`);
  if (operand.includes('\0')) throw badRequest(`operand of "${operator}" must not contain null bytes`);
  return operand;
}

function textOrId(operator: string, operand: unknown): string | number {
  if (typeof operand === 'string') return text(operator, operand);
  if (typeof operand === 'number' && Number.isSafeInteger(operand)) return operand;
  throw badRequest(`operand of "${operator}" is not a string or integer`);
}

function users(operator: string, operand: unknown): (string | number)[] {
  const listOf = (items: readonly unknown[]): (string | number)[] => {
    if (items.length > MAX_DM_OPERAND_USERS) throw badNarrow(`too many users in ${operator}`);
    return items.map((item) => textOrId(operator, item));
  };
  if (typeof operand === 'string') {
    const emails = operand.split(',').map((email) => email.trim());
    return listOf(emails.filter((email) => email !== ''));
  }
  if (Array.isArray(operand)) return listOf(operand);
  if (typeof operand === 'number') return listOf([operand]);
  throw badRequest(`operand of "${operator}" is not a string or an integer list`);
}

function listed<const Value extends string>(operator: string, operand: unknown, values: readonly Value[]): Value {
  const value = values.find((candidate) => candidate === operand);
  if (value !== undefined) return value;
  throw operator === 'streams' || operator === 'channels'
    ? badNarrow(`unknown ${operator} operand ${shown(operand)}`)
    : badNarrow(`unknown '${operator}' operand ${shown(operand)}`);
}

function messageId(operand: unknown): number {
  const id = typeof operand === 'string' && /^\d+$/.test(operand) ? Number(operand) : operand;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) throw badNarrow('Invalid message ID');
  return id;
}

function searchQuery(operand: unknown): string {
  const query = text('search', operand).trim();
  if (query === '') throw badRequest('operand of "search" cannot be blank.');
  if (query.length > MAX_SEARCH_LENGTH) {
    throw badRequest(`operand of "search" is too long (limit: ${MAX_SEARCH_LENGTH} characters)`);
  }
  return query;
}

const shown = (operand: unknown): string =>
  (typeof operand === 'string' ? operand : JSON.stringify(operand)).slice(0, 60);
