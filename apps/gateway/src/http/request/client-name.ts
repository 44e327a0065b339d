import { MAX_CLIENT_NAME_LENGTH } from '@chat/contracts';

/** The name of a client that does not say who it is. */
const UNSPECIFIED = 'Unspecified';
const NAME = /^[^/ ]*[^0-9/(]*/;
const MAX_REMEMBERED = 1_000;

const remembered = new Map<string, string>();

/**
 * The client program's name from its `User-Agent`: what stands before the version (`ZulipMobile/27.2 (iOS)` is
 * `ZulipMobile`), which may be several words as long as they have no digits.
 */
export function clientNameOf(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return UNSPECIFIED;
  const known = remembered.get(userAgent);
  if (known !== undefined) return known;
  const name = (NAME.exec(userAgent)?.[0] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, MAX_CLIENT_NAME_LENGTH);
  // Clients are few; whoever sends ever new names does not get to fill the memory with them.
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(userAgent, name === '' ? UNSPECIFIED : name);
  return name === '' ? UNSPECIFIED : name;
}
