import { isAtLeast, LOG_PARTITIONS, parseLogPosition } from '@chat/event-log';

export const ALL_PARTITIONS: readonly number[] = Array.from({ length: LOG_PARTITIONS }, (_, partition) => partition);

/** Where in each partition of the log a shard stands: everything up to there is taken in. And where the stored shard does. */
export class ShardPositions {
  private readonly current: string[] = [];
  private readonly stored: (string | null)[];

  constructor(stored: readonly (string | null)[]) {
    this.stored = [...stored];
  }

  of(partition: number): string {
    return this.current[partition] as string;
  }

  storedOf(partition: number): string | null {
    return this.stored[partition] ?? null;
  }

  set(partition: number, position: string): void {
    this.current[partition] = position;
  }

  setAll(positions: readonly string[]): void {
    for (const partition of ALL_PARTITIONS) this.set(partition, positions[partition] as string);
  }

  hasReached(partition: number, position: string): boolean {
    return isAtLeast(parseLogPosition(this.of(partition)), parseLogPosition(position));
  }

  /** Partitions that went on since the shard was stored, and to where. */
  moved(): (readonly [partition: number, position: string])[] {
    return ALL_PARTITIONS.filter((partition) => this.current[partition] !== this.stored[partition]).map((partition) => [
      partition,
      this.of(partition),
    ]);
  }

  markStored(moved: readonly (readonly [partition: number, position: string])[]): void {
    for (const [partition, position] of moved) this.stored[partition] = position;
  }
}
