import type { FieldName, ReadonlyUnread, RecordKey, RecordListName, RecordOf, WireState } from '@chat/chat-client';
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import { usePageClient } from './client-context.js';
import type { Connection } from './connection.js';
import { isSame } from './is-same.js';
import { RecordsView } from './records-view.js';

/** A field of the register response that is not a list of records. */
export function useField<Name extends FieldName>(name: Name): WireState[Name] {
  const { changes } = usePageClient();
  const subscribe = useCallback((listener: () => void) => changes.onPart(name, listener), [changes, name]);
  return useSyncExternalStore(subscribe, () => changes.client.state.field(name));
}

/** One record; draws again only if this record changes. */
export function useRecord<Name extends RecordListName>(
  list: Name,
  key: RecordKey<Name> | undefined,
): RecordOf<Name> | undefined {
  const { changes } = usePageClient();
  const subscribe = useCallback(
    (listener: () => void) => (key === undefined ? () => undefined : changes.onRecord(list, key, listener)),
    [changes, list, key],
  );
  return useSyncExternalStore(subscribe, () =>
    key === undefined ? undefined : changes.client.state.records(list).get(key),
  );
}

/** All records of a list by id; draws again if any of them changes. */
export function useRecords<Name extends RecordListName>(list: Name): ReadonlyMap<RecordKey<Name>, RecordOf<Name>> {
  const { changes } = usePageClient();
  const version = useVersion(list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version needs a new object.
  return useMemo(() => new RecordsView(changes.client.state.records(list)), [changes, list, version]);
}

/** Changes with each change of the part. */
export function useVersion(part: RecordListName | 'unread' | 'starred_messages'): number {
  const { changes } = usePageClient();
  const subscribe = useCallback((listener: () => void) => changes.onPart(part, listener), [changes, part]);
  return useSyncExternalStore(subscribe, () => changes.version(part));
}

/** A value of the unread messages; draws again only if the value differs. Undefined unread messages are those not fetched. */
export function useUnread<Value>(select: (unread: ReadonlyUnread | undefined) => Value): Value {
  const { changes } = usePageClient();
  const last = useRef<{ version: number; select: typeof select; value: Value } | undefined>(undefined);
  const subscribe = useCallback((listener: () => void) => changes.onPart('unread', listener), [changes]);
  return useSyncExternalStore(subscribe, () => {
    const version = changes.version('unread');
    const known = last.current;
    if (known?.version === version && known.select === select) return known.value;
    const selected = select(changes.client.state.unread);
    const value = known && isSame(known.value, selected) ? known.value : selected;
    last.current = { version, select, value };
    return value;
  });
}

export function useIsStarred(messageId: number): boolean {
  const { changes } = usePageClient();
  const subscribe = useCallback(
    (listener: () => void) => changes.onRecord('starred_messages', messageId, listener),
    [changes, messageId],
  );
  return useSyncExternalStore(subscribe, () => changes.client.state.starred?.has(messageId) ?? false);
}

/** Whether events arrive. */
export function useConnection(): Connection {
  const { connections } = usePageClient();
  return useSyncExternalStore(connections.subscribe, connections.get);
}
