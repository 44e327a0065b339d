/** A list of one stream, and the time at which the server had it. */
interface Entry<List> {
  readonly list: List;
  readonly loadedAtMs: number;
  /** The list may lack changes; it stays until it is loaded again. */
  readonly hasExpired: boolean;
}

interface Options<List> {
  readonly fetch: (streamId: number) => Promise<List>;
  /** Streams with lists that stay known. */
  readonly maxStreams: number;
  /** An older list is loaded again when a part of the page needs it. */
  readonly freshMs?: number;
  readonly nowMs?: () => number;
}

/** A list for each stream, loaded when a part of the page needs it. */
export class StreamLists<List> {
  /** Least recently loaded first. */
  private readonly entries = new Map<number, Entry<List>>();
  private readonly loads = new Map<number, Promise<List>>();
  /** Streams with a running load that may lack changes. */
  private readonly outdated = new Set<number>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly options: Options<List>) {}

  /** As loaded last, with later changes. */
  get(streamId: number): List | undefined {
    return this.entries.get(streamId)?.list;
  }

  hasExpired(streamId: number): boolean {
    return this.entries.get(streamId)?.hasExpired === true;
  }

  /** Loads the list unless it is known and fresh. */
  load(streamId: number): Promise<List> {
    const { freshMs = Number.POSITIVE_INFINITY } = this.options;
    const known = this.entries.get(streamId);
    if (known && !known.hasExpired && this.nowMs - known.loadedAtMs < freshMs) return Promise.resolve(known.list);
    const running = this.loads.get(streamId) ?? this.fetch(streamId);
    this.loads.set(streamId, running);
    return running;
  }

  /** Changes a known list. */
  change(streamId: number, change: (list: List) => List): void {
    const known = this.entries.get(streamId);
    if (known === undefined) return;
    this.entries.set(streamId, { ...known, list: change(known.list) });
    this.report();
  }

  /** The response of a running load may have been written before a change. */
  expireLoad(streamId: number): void {
    if (this.loads.has(streamId)) this.outdated.add(streamId);
  }

  /** All lists may lack changes. */
  expire(): void {
    for (const streamId of this.loads.keys()) this.outdated.add(streamId);
    for (const [streamId, known] of this.entries) this.entries.set(streamId, { ...known, hasExpired: true });
  }

  /** After changes of lists, and after they expired. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  report(): void {
    for (const listener of this.listeners) listener();
  }

  private async fetch(streamId: number): Promise<List> {
    this.outdated.delete(streamId);
    // A listener may load an expired list again.
    const list = await this.options.fetch(streamId).finally(() => this.loads.delete(streamId));
    this.entries.delete(streamId);
    this.entries.set(streamId, { list, loadedAtMs: this.nowMs, hasExpired: this.outdated.delete(streamId) });
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.options.maxStreams && oldest !== undefined) this.entries.delete(oldest);
    this.report();
    return list;
  }

  private get nowMs(): number {
    return (this.options.nowMs ?? Date.now)();
  }
}
