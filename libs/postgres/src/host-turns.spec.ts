import { describe, expect, it } from '@jest/globals';
import { HostTurns } from './host-turns.js';
import { type PostgresTarget, postgresAddress } from './postgres-address.js';

const turnsOf = (url: string) => {
  const turns = new HostTurns(postgresAddress(url));
  return { turns, targets: turns.address.targets as [PostgresTarget, PostgresTarget] };
};

describe('the next connection', () => {
  it('goes to the next host after a failure, and back to the first one after the last', () => {
    const { turns, targets } = turnsOf('postgres://h1,h2/d');
    const [first, second] = targets;
    expect(turns.target).toBe(first);

    turns.failed(first);
    expect(turns.target).toBe(second);
    // Another connection failed at the same time.
    turns.failed(first);
    expect(turns.target).toBe(second);

    turns.failed(second);
    expect(turns.target).toBe(first);
  });

  it('goes to the host that was reached last', () => {
    const { turns, targets } = turnsOf('postgres://h1,h2/d');

    turns.reached(targets[1]);

    expect(turns.target).toBe(targets[1]);
  });

  it('tries TLS first again after a connection without it', () => {
    const { turns, targets } = turnsOf('postgres://h1/d?sslmode=prefer');
    turns.failed(targets[0]);
    expect(turns.target.ssl).toBe(false);

    turns.reached(targets[1]);

    expect(turns.target).toBe(targets[0]);
  });
});
