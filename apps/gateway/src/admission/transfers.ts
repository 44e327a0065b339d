/** Bytes of one request or answer that are on their way. */
export interface Transfer {
  readonly bytes: number;
  readonly owner: string;
  readonly giveWay: () => void;
}

/** Who has more than this share of all that may be on its way gives way before anybody else. */
const GREEDY_SHARE = 0.5;

/**
 * What is on its way between this process and its clients in one direction, and held in memory meanwhile. When it becomes too
 * much, a transfer gives way: the oldest of an owner who has most of it, if there is one, else the oldest of all. A client that
 * reads or writes at a trickle must not keep others from being served, and among those who do not, nobody is ever the oldest.
 */
export class Transfers {
  /** Oldest first. */
  private readonly open = new Set<Transfer>();
  private readonly bytesOf = new Map<string, number>();
  private total = 0;

  constructor(private readonly maxBytes: number) {}

  get count(): number {
    return this.open.size;
  }

  get bytes(): number {
    return this.total;
  }

  /** `giveWay` must end the transfer; `end` need not be called after it, but may. */
  begin(bytes: number, owner: string, giveWay: () => void): Transfer {
    const transfer = { bytes, owner, giveWay };
    this.open.add(transfer);
    this.total += bytes;
    this.bytesOf.set(owner, (this.bytesOf.get(owner) ?? 0) + bytes);
    while (this.total > this.maxBytes) {
      const first = this.firstToGo(transfer);
      if (first === undefined) break;
      this.end(first);
      first.giveWay();
    }
    return transfer;
  }

  /** Safe to repeat. */
  end(transfer: Transfer | undefined): void {
    if (transfer === undefined || !this.open.delete(transfer)) return;
    const { bytes, owner } = transfer;
    this.total -= bytes;
    const left = (this.bytesOf.get(owner) ?? 0) - bytes;
    if (left > 0) this.bytesOf.set(owner, left);
    else this.bytesOf.delete(owner);
  }

  /** Never the newest, which is what the room is made for. */
  private firstToGo(newest: Transfer): Transfer | undefined {
    const greedy = this.total * GREEDY_SHARE;
    let oldest: Transfer | undefined;
    for (const transfer of this.open) {
      if (transfer === newest) break;
      oldest ??= transfer;
      if ((this.bytesOf.get(transfer.owner) ?? 0) > greedy) return transfer;
    }
    return oldest;
  }
}
