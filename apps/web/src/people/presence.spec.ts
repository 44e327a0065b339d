import { describe, expect, it } from '@jest/globals';
import { presenceAt } from './presence.js';

describe('presence', () => {
  const now = 10_000;
  it.each([
    [undefined, 'offline', undefined],
    [{ idle_timestamp: now - 500 }, 'offline', now - 500],
    [{ active_timestamp: now - 10, idle_timestamp: now - 10 }, 'active', now - 10],
    [{ active_timestamp: now - 900, idle_timestamp: now - 10 }, 'idle', now - 900],
    [{ active_timestamp: now - 201, idle_timestamp: now - 201 }, 'offline', now - 201],
  ] as const)('of %j is %s', (known, presence, lastSeenSeconds) => {
    expect(presenceAt(known, now, 200)).toEqual({ presence, lastSeenSeconds });
  });
});
