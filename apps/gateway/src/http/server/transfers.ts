/** Bytes of one request or answer that are on their way. */
export interface Transfer {
  readonly bytes: number;
  readonly giveWay: () => void;
}

/**
 * What is on its way between this process and its clients in one direction, and held in memory meanwhile. When it becomes too
 * much, the transfer that has taken longest gives way: a client that reads or writes at a trickle must not keep others from
 * being served, and among those who do not, nobody is ever the oldest.
 */
export class Transfers {
  /** Oldest first. */
  private readonly open = new Set<Transfer>();
  private total = 0;

  constructor(private readonly maxBytes: number) {}

  get count(): number {
    return this.open.size;
  }

  get bytes(): number {
    return this.total;
  }

  /** `giveWay` must end the transfer; `end` need not be called after it, but may. */
  begin(bytes: number, giveWay: () => void): Transfer {
    const transfer = { bytes, giveWay };
    this.open.add(transfer);
    this.total += bytes;
    for (const oldest of this.open) {
      if (this.total <= this.maxBytes || oldest === transfer) break;
      this.end(oldest);
      oldest.giveWay();
    }
    return transfer;
  }

  /** Safe to repeat. */
  end(transfer: Transfer | undefined): void {
    if (transfer !== undefined && this.open.delete(transfer)) this.total -= transfer.bytes;
  }
}
