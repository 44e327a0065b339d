import type { ChangedPart, Changes, ChatClient } from '@chat/chat-client';

type Listener = () => void;
type Key = number | string;

/** Tells each listener about its own part of the state, or its own record, and about nothing else. */
export class ClientChanges {
  private readonly ofParts = new Map<ChangedPart, Set<Listener>>();
  private readonly ofRecords = new Map<ChangedPart, Map<Key, Set<Listener>>>();
  private readonly versions = new Map<ChangedPart, number>();

  constructor(readonly client: ChatClient) {
    client.onChange((changes) => this.report(changes));
  }

  /** Grows with each change of the part. */
  version(part: ChangedPart): number {
    return this.versions.get(part) ?? 0;
  }

  /** Returns the end of it. */
  onPart(part: ChangedPart, listener: Listener): () => void {
    return listen(this.ofParts, part, listener);
  }

  /** Returns the end of it. */
  onRecord(part: ChangedPart, key: Key, listener: Listener): () => void {
    const records = this.ofRecords.get(part) ?? new Map<Key, Set<Listener>>();
    this.ofRecords.set(part, records);
    return listen(records, key, listener);
  }

  private report(changes: Changes): void {
    for (const part of changes.keys()) this.versions.set(part, this.version(part) + 1);
    for (const [part, keys] of changes) {
      for (const listener of this.ofParts.get(part) ?? []) listener();
      this.reportRecords(part, keys);
    }
  }

  private reportRecords(part: ChangedPart, keys: ReadonlySet<Key> | 'all'): void {
    const records = this.ofRecords.get(part);
    if (records === undefined) return;
    for (const key of keys === 'all' ? [...records.keys()] : keys) {
      for (const listener of records.get(key) ?? []) listener();
    }
  }
}

function listen<K>(listeners: Map<K, Set<Listener>>, key: K, listener: Listener): () => void {
  const others = listeners.get(key) ?? new Set<Listener>();
  listeners.set(key, others.add(listener));
  return () => {
    others.delete(listener);
    if (others.size === 0 && listeners.get(key) === others) listeners.delete(key);
  };
}
