import { ALL_PARTITIONS, isAtLeast, type LogPosition, parseLogPosition, partitionOf } from './stored-log.js';

interface Waiter {
  readonly position: LogPosition;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** How far the listeners of this process got the state events, and the requests that wait for more of them. */
export abstract class AppliedPositions {
  /** By partition, the last event that all listeners got. */
  protected readonly applied: LogPosition[] = [];
  private readonly waiters: Waiter[][] = ALL_PARTITIONS.map(() => []);

  /** Position of this reader in each partition. */
  readPositions(): readonly string[] {
    return this.applied.map((position) => position.join('-'));
  }

  /** Undefined if the listeners got everything up to `asOf`, else a promise of that. */
  waitUntilApplied(realmId: number, asOf: string): Promise<void> | undefined {
    const partition = partitionOf(realmId);
    const position = parseLogPosition(asOf);
    if (isAtLeast(this.applied[partition] as LogPosition, position)) return undefined;
    return new Promise((resolve, reject) => {
      (this.waiters[partition] as Waiter[]).push({ position, resolve, reject });
    });
  }

  protected resolveWaiting(partition: number): void {
    const applied = this.applied[partition] as LogPosition;
    const waiters = this.waiters[partition] as Waiter[];
    this.waiters[partition] = waiters.filter((waiter) => !isAtLeast(applied, waiter.position));
    for (const waiter of waiters) if (isAtLeast(applied, waiter.position)) waiter.resolve();
  }

  /** Ends every wait: without an error if this process stops, else with `error`. */
  protected endWaiting(error?: Error): void {
    for (const { resolve, reject } of this.waiters.flatMap((waiters) => waiters.splice(0))) {
      if (error) reject(error);
      else resolve();
    }
  }
}
