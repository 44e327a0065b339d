import { type Address, type AddressTerm, LIST_VIEWS } from './address.js';

/** Names that make an address readable; it is right without them. */
export interface AddressNames {
  streamName(id: number): string | undefined;
  userName(id: number): string | undefined;
}
const NO_NAMES: AddressNames = { streamName: () => undefined, userName: () => undefined };

/** Operators of earlier links, with their present names. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  channel: 'stream',
  channels: 'streams',
  subject: 'topic',
  from: 'sender',
  'pm-with': 'dm',
};
const OF_ONE_USER = ['sender', 'dm-including', 'group-pm-with'];

/** The address in the form of links in messages: `#narrow/stream/7-design/topic/Logo.20two/near/123`. */
export function fragmentOf(address: Address, names: AddressNames = NO_NAMES): string {
  if (address.view !== 'narrow') return `#${address.view}`;
  const terms = address.terms.map((term) => `/${negation(term)}${term.operator}/${operandPart(term, names)}`);
  return `#narrow${terms.join('')}${address.near === undefined ? '' : `/near/${address.near}`}`;
}

/** Undefined if the fragment has no meaning here. Begins with or without `#`. */
export function addressOf(fragment: string): Address | undefined {
  const text = fragment.replace(/^#/, '');
  const view = LIST_VIEWS.find((candidate) => candidate === text);
  if (view !== undefined) return { view };
  const [first, ...parts] = text.split('/');
  if (first !== 'narrow' || parts.length % 2 === 1) return undefined;
  return narrowOf(parts);
}

function narrowOf(parts: readonly string[]): Address | undefined {
  const terms: AddressTerm[] = [];
  let near: number | undefined;
  for (let index = 0; index < parts.length; index += 2) {
    const term = termOf(parts[index] ?? '', parts[index + 1] ?? '');
    if (term === undefined) return undefined;
    if (term.operator === 'near') near = messageId(term.operand);
    else terms.push(term);
  }
  if (Number.isNaN(near)) return undefined;
  return near === undefined ? { view: 'narrow', terms } : { view: 'narrow', terms, near };
}

function termOf(operatorPart: string, operandText: string): AddressTerm | undefined {
  const negated = operatorPart.startsWith('-');
  const given = negated ? operatorPart.slice(1) : operatorPart;
  if (!/^[a-z][a-z-]*$/.test(given)) return undefined;
  const operator = FORMER_NAMES[given] ?? given;
  const operand = parsedOperand(operator, operandText);
  return operand === undefined ? undefined : { operator, operand, negated };
}

function parsedOperand(operator: string, part: string): AddressTerm['operand'] | undefined {
  const text = decoded(part);
  if (text === undefined || operator === 'topic') return text;
  if (operator === 'dm') return idsOf(text) ?? text;
  const isOfOne = operator === 'stream' || operator === 'id' || OF_ONE_USER.includes(operator);
  return isOfOne ? (idOf(text) ?? text) : text;
}

/** Ids stand before the name: `7-design`, `8,9-group`. */
const idOf = (text: string): number | undefined => idsOf(text)?.[0];

function idsOf(text: string): readonly number[] | undefined {
  const ids = /^(\d+(?:,\d+)*)(?:-.*)?$/s.exec(text)?.[1]?.split(',').map(Number);
  return ids?.every(Number.isSafeInteger) ? ids : undefined;
}

const negation = ({ negated }: AddressTerm): string => (negated ? '-' : '');

function operandPart({ operator, operand }: AddressTerm, names: AddressNames): string {
  if (typeof operand === 'string') return encoded(operand);
  if (typeof operand !== 'number') return `${operand.join(',')}${suffix(peopleSlug(operand, names))}`;
  if (operator === 'stream') return `${operand}${suffix(names.streamName(operand))}`;
  return OF_ONE_USER.includes(operator) ? `${operand}${suffix(names.userName(operand))}` : String(operand);
}

const peopleSlug = (ids: readonly number[], names: AddressNames): string | undefined =>
  ids.length > 1 ? 'group' : names.userName(ids[0] ?? 0);

const suffix = (name: string | undefined): string =>
  name === undefined || name === '' ? '' : `-${encoded(name.replaceAll(' ', '-'))}`;

/** As the server's links: the percent sign is a dot, and everything but letters, digits, `_`, `-` and `~` is encoded. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*.]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');

/** Links of people may have percent signs or plain characters. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part.replace(/\.(?=[0-9a-f]{2})/gi, '%'));
  } catch {
    return undefined;
  }
}

/** NaN for text that cannot be an id. */
const messageId = (operand: unknown): number => (/^\d{1,15}$/.test(String(operand)) ? Number(operand) : Number.NaN);
