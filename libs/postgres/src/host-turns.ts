import type { PostgresAddress, PostgresTarget } from './postgres-address.js';

/** The hosts of an address. New connections go to the one that was reached last; after a failure, to the next one. */
export class HostTurns {
  private turn = 0;

  constructor(readonly address: PostgresAddress) {}

  get target(): PostgresTarget {
    return this.address.targets[this.turn] as PostgresTarget;
  }

  /** The next connection tries the host's first target again, so that `prefer` does not stay without TLS. */
  reached({ host, port }: PostgresTarget): void {
    this.turn = this.address.targets.findIndex((target) => target.host === host && target.port === port);
  }

  /** Only the first of several failures at the same time moves on. */
  failed(target: PostgresTarget): void {
    if (this.target === target) this.turn = (this.turn + 1) % this.address.targets.length;
  }
}
