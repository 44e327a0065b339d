/** One request or response in transfer. */
export interface Transfer {
  /** Safe to repeat. */
  end(): void;
}

interface OpenTransfer extends Transfer {
  readonly bytes: number;
  readonly owner: string;
  readonly giveWay: () => void;
}

/** An owner with more than this share of all bytes gives way before others. */
const GREEDY_SHARE = 0.5;

/**
 * Bounds the bytes between this process and its clients in one direction. Beyond the bound a transfer is ended: the oldest one of an
 * owner with more than half of the bytes, if there is one, else the oldest of all. So clients that read or write slowly cannot stop
 * other clients: their transfers never get old.
 */
export class Transfers {
  /** Oldest first. */
  private readonly open = new Set<OpenTransfer>();
  private readonly bytesOf = new Map<string, number>();
  private total = 0;

  constructor(private readonly maxBytes: number) {}

  get count(): number {
    return this.open.size;
  }

  get bytes(): number {
    return this.total;
  }

  /** `giveWay` must end the transfer. */
  begin(bytes: number, owner: string, giveWay: () => void): Transfer {
    const transfer: OpenTransfer = { bytes, owner, giveWay, end: () => this.end(transfer) };
    this.open.add(transfer);
    this.total += bytes;
    this.bytesOf.set(owner, (this.bytesOf.get(owner) ?? 0) + bytes);
    while (this.total > this.maxBytes) {
      const first = this.firstToGo(transfer);
      if (first === undefined) break;
      first.end();
      first.giveWay();
    }
    return transfer;
  }

  private end(transfer: OpenTransfer): void {
    if (!this.open.delete(transfer)) return;
    const { bytes, owner } = transfer;
    this.total -= bytes;
    const left = (this.bytesOf.get(owner) ?? 0) - bytes;
    if (left > 0) this.bytesOf.set(owner, left);
    else this.bytesOf.delete(owner);
  }

  /** Never the newest, for which room is made. */
  private firstToGo(newest: OpenTransfer): OpenTransfer | undefined {
    const greedy = this.total * GREEDY_SHARE;
    let oldest: OpenTransfer | undefined;
    for (const transfer of this.open) {
      if (transfer === newest) break;
      oldest ??= transfer;
      if ((this.bytesOf.get(transfer.owner) ?? 0) > greedy) return transfer;
    }
    return oldest;
  }
}
