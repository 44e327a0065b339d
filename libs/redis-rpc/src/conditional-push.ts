import { RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';
import { listLifetimeMs } from './limits.js';
import { PUSH_IF } from './push-if.lua.js';

/** How long callers' calls are counted together. */
export const CALL_WINDOW_MS = 60_000;

/** What must be so when a request is put into its list; otherwise it is not. */
export interface SendCondition {
  /** The Redis key that holds the last fact of the realm's partition. */
  readonly tailKey: string;
  /** The last fact of the realm's partition that the sender has applied; it must be the last of all. */
  readonly asOf: string;
  /** Where the call is counted, and how many there may be. */
  readonly window?: { readonly key: string; readonly limit: number } | undefined;
  /** Told once, before the request ends. */
  readonly onTaken: (taken: Taken) => void;
}

export type Taken =
  | {
      readonly kind: 'sent' | 'over';
      /** In the window; 0 without one. */
      readonly calls: number;
      /** Until the window ends. */
      readonly leftMs: number;
    }
  /** There are facts that the sender has not applied. */
  | { readonly kind: 'stale' }
  /** The connection broke: it may have been sent and counted, or not. */
  | { readonly kind: 'unknown' };

/** A request that is to be sent on a condition. */
export interface ConditionalPacket {
  readonly text: string;
  readonly condition: SendCondition;
}

const KINDS = ['stale', 'sent', 'over'] as const;
/** Of each request in the script's reply. */
const FIELDS = 3;
const pushIf = new RedisScript(PUSH_IF);

/** Puts what may be into the list, in one step, and answers what became of each; and how long the list is now. */
export async function pushOnCondition(
  redis: Redis,
  list: string,
  tailKey: string,
  packets: readonly ConditionalPacket[],
): Promise<{ readonly length: number; readonly taken: readonly Taken[] }> {
  const keys = [list, tailKey];
  const args: (string | number)[] = [CALL_WINDOW_MS, listLifetimeMs(list) ?? 0];
  for (const { text, condition } of packets) {
    const { asOf, window } = condition;
    args.push(asOf, window === undefined ? 0 : keys.push(window.key), window?.limit ?? 0, text);
  }
  const [length = 0, ...fields] = await pushIf.run<number[]>(redis, keys, args);
  const taken = packets.map((_, place): Taken => {
    const [code = 0, calls = 0, leftMs = 0] = fields.slice(place * FIELDS, (place + 1) * FIELDS);
    return { kind: KINDS[code] ?? 'unknown', calls, leftMs };
  });
  return { length, taken };
}
