import { MAX_CLIENT_NAME_LENGTH } from '@chat/contracts';

/** The name of a client that does not say who it is. */
const UNSPECIFIED = 'Unspecified';
const NAME = /^[^/ ]*[^0-9/(]*/;
const MAX_REMEMBERED = 1_000;

/** What any request may have among its parameters: the program's name, from those that cannot choose their `User-Agent`. */
export const CLIENT_PARAMETER = 'client';

const remembered = new Map<string, string>();

/**
 * The client program's name: the one that it gave, or what stands before the version in its `User-Agent`
 * (`ZulipMobile/27.2 (iOS)` is `ZulipMobile`), which may be several words as long as they have no digits.
 */
export function clientNameOf(userAgent: string | undefined, given?: string): string {
  if (given !== undefined && presentable(given) !== '') return presentable(given);
  if (userAgent === undefined || userAgent === '') return UNSPECIFIED;
  const known = remembered.get(userAgent);
  if (known !== undefined) return known;
  const name = presentable(NAME.exec(userAgent)?.[0] ?? '');
  // Clients are few; whoever sends ever new names does not get to fill the memory with them.
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(userAgent, name === '' ? UNSPECIFIED : name);
  return name === '' ? UNSPECIFIED : name;
}

const presentable = (name: string): string => name.replace(/[^\x20-\x7e]/g, '').slice(0, MAX_CLIENT_NAME_LENGTH);
