import type { Address, AddressTerm } from '../addresses/index.js';
import { folded } from './match-words.js';

/** Operators of GET /messages with the words that people type. */
export const SEARCH_OPERATORS = [
  'stream',
  'topic',
  'sender',
  'dm',
  'dm-including',
  'is',
  'has',
  'in',
  'id',
  'near',
] as const;
export const IS_OPERANDS = ['mentioned', 'starred', 'unread', 'dm', 'alerted', 'resolved'] as const;
export const HAS_OPERANDS = ['link', 'image', 'attachment'] as const;

/** Names that a query may use. All names are folded. */
export interface SearchNames {
  streamId(name: string): number | undefined;
  /** By name, email address or `me`. */
  userId(name: string): number | undefined;
}

/** One part of a query, as written. */
export interface SearchToken {
  readonly negated: boolean;
  /** Absent: words. */
  readonly operator: string | undefined;
  readonly text: string;
}

const FORMER_NAMES: Readonly<Record<string, string>> = {
  channel: 'stream',
  from: 'sender',
  with: 'dm',
  subject: 'topic',
};

/** `-stream:"open source" topic:x some words` in parts. A quote that does not end reaches to the end. */
export function searchTokens(query: string): readonly SearchToken[] {
  const pattern = /(-?)(?:([a-z-]+):)?(?:"([^"]*)"?|(\S+))|\S+/giu;
  return [...query.matchAll(pattern)].map(([whole, minus = '', operator, quoted, plain]) => {
    const name = operator === undefined ? undefined : known(operator.toLowerCase());
    if (name === undefined) return { negated: false, operator: undefined, text: quoted ?? whole };
    return { negated: minus === '-', operator: name, text: quoted ?? plain ?? '' };
  });
}

const known = (operator: string): string | undefined => {
  const name = FORMER_NAMES[operator] ?? operator;
  return (SEARCH_OPERATORS as readonly string[]).includes(name) ? name : undefined;
};

export function streamOfQuery(query: string, { streamId }: Pick<SearchNames, 'streamId'>): number | undefined {
  const named = searchTokens(query).find(({ operator, negated }) => operator === 'stream' && !negated);
  return named === undefined ? undefined : streamId(folded(named.text));
}

/** The view that a query names. Unknown names become searched words, so that nothing is lost. */
export function addressOfQuery(query: string, names: SearchNames): Address {
  const terms: AddressTerm[] = [];
  const words: string[] = [];
  let near: number | undefined;
  for (const token of searchTokens(query)) {
    if (token.operator === 'near' && isId(token.text)) near = Number(token.text);
    else {
      const operand = operandOf(token, names);
      if (operand === undefined) words.push(written(token));
      else terms.push({ operator: token.operator ?? 'search', operand, negated: token.negated });
    }
  }
  if (words.length > 0) terms.push({ operator: 'search', operand: words.join(' '), negated: false });
  return near === undefined ? { view: 'narrow', terms } : { view: 'narrow', terms, near };
}

const isId = (text: string): boolean => /^\d{1,15}$/.test(text);

function operandOf({ operator, text }: SearchToken, names: SearchNames): AddressTerm['operand'] | undefined {
  switch (operator) {
    case 'stream':
      return names.streamId(folded(text));
    case 'sender':
    case 'dm-including':
      return names.userId(folded(text));
    case 'dm': {
      const ids = text.split(',').map((name) => names.userId(folded(name.trim())));
      return ids.every((id) => id !== undefined) ? ids : undefined;
    }
    case 'id':
      return isId(text) ? Number(text) : undefined;
    case 'topic':
    case 'in':
      return text;
    case 'is':
      return (IS_OPERANDS as readonly string[]).includes(text) ? text : undefined;
    case 'has':
      return (HAS_OPERANDS as readonly string[]).includes(text) ? text : undefined;
    default:
      return undefined;
  }
}

/** The part as a query writes it; names with spaces are quoted. */
export const written = ({ negated, operator, text }: SearchToken): string =>
  operator === undefined ? text : `${negated ? '-' : ''}${operator}:${/\s/.test(text) ? `"${text}"` : text}`;

interface ShownNames {
  streamName(id: number): string | undefined;
  userName(id: number): string | undefined;
}

export function queryOfAddress(address: Address, names: ShownNames): string {
  if (address.view !== 'narrow') return '';
  const parts = address.terms.map(({ operator, operand, negated }) =>
    operator === 'search' && !negated
      ? String(operand)
      : written({ negated, operator, text: shownOperand(operator, operand, names) }),
  );
  return [...parts, ...(address.near === undefined ? [] : [`near:${address.near}`])].join(' ');
}

function shownOperand(operator: string, operand: AddressTerm['operand'], names: ShownNames): string {
  if (typeof operand === 'string') return operand;
  if (typeof operand !== 'number') return operand.map((id) => names.userName(id) ?? id).join(', ');
  if (operator === 'stream') return names.streamName(operand) ?? String(operand);
  return operator === 'id' ? String(operand) : (names.userName(operand) ?? String(operand));
}
