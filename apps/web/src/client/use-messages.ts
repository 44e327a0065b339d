import type { Message, MessageView, ViewSnapshot, WireNarrow } from '@chat/chat-client';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { usePageClient } from './client-context.js';

/** One message; undefined if the client does not hold it. */
export function useMessage(id: number): Message | undefined {
  const { changes } = usePageClient();
  const subscribe = useCallback((listener: () => void) => changes.onRecord('messages', id, listener), [changes, id]);
  return useSyncExternalStore(subscribe, () => changes.client.messages.get(id));
}

/** The view of a narrow, and why its last request failed; draws again only if that changes. */
export function useMessageViewError(narrow: WireNarrow): {
  readonly view: MessageView;
  readonly error: Error | undefined;
} {
  const view = useView(narrow);
  return { view, error: useSyncExternalStore(view.subscribe, () => view.snapshot().error) };
}

/** The view of a narrow and its present snapshot. The caller opens it. */
export function useMessageView(narrow: WireNarrow): { readonly view: MessageView; readonly snapshot: ViewSnapshot } {
  const view = useView(narrow);
  return { view, snapshot: useSyncExternalStore(view.subscribe, view.snapshot) };
}

function useView(narrow: WireNarrow): MessageView {
  const { changes } = usePageClient();
  const key = JSON.stringify(narrow);
  return useMemo(() => changes.client.messages.view(JSON.parse(key) as WireNarrow), [changes, key]);
}
