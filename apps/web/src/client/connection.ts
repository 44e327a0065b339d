/** Whether the client gets events, in this tab or another. */
export type Connection =
  /** All is well. */
  | { readonly state: 'connected' }
  /** No response yet, as after the start. */
  | { readonly state: 'connecting' }
  /** Requests fail; the client tries again by itself. */
  | { readonly state: 'lost'; readonly sinceMs: number };

/** The connection of the browser. */
export class Connections {
  private current: Connection = { state: 'connecting' };
  private readonly listeners = new Set<() => void>();

  readonly get = (): Connection => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The time of a loss stays that of the first failure. */
  set(state: Connection['state'], nowMs = Date.now()): void {
    if (this.current.state === state) return;
    this.current = state === 'lost' ? { state, sinceMs: nowMs } : { state };
    for (const listener of this.listeners) listener();
  }
}
