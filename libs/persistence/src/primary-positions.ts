export interface PrimaryPosition {
  /** Bytes of the write-ahead log. */
  readonly written: number;
  /** The same for a primary and its standbys, also after a failover. */
  readonly cluster: string;
}

/** Positions of the primary in its write-ahead log, and the moments at which they were read. */
export class PrimaryPositions {
  cluster: string | undefined;
  private notes: { readonly atMs: number; readonly written: number }[] = [];

  note({ written, cluster }: PrimaryPosition, nowMs: number): void {
    this.cluster = cluster;
    const last = this.notes.at(-1);
    // Another server, which lost the newest data, is the primary now.
    if (last !== undefined && written < last.written) this.notes = [];
    this.notes = [...this.notes.filter(({ atMs }) => nowMs - atMs <= KEPT_MS), { atMs: nowMs, written }];
  }

  /**
   * Age of the first position that a standby lacks; a minute stands for more. Undefined if nothing was noted. The age of
   * the last replayed commit would not do: it grows while the primary has nothing to write.
   */
  lagMs(replayed: number, nowMs: number): number | undefined {
    if (this.notes.length === 0) return undefined;
    const missing = this.notes.find(({ written }) => written > replayed);
    return missing ? nowMs - missing.atMs : 0;
  }
}

const KEPT_MS = 60_000;
