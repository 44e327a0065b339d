import { useSyncExternalStore } from 'react';
import { editDrafts } from './edit-drafts.js';

export type DialogKind = 'move' | 'delete' | 'source' | 'readers' | 'history';

/** The open part of the message actions: at most one in a window. */
export type OpenAction =
  | { readonly kind: 'edit'; readonly messageId: number }
  | { readonly kind: DialogKind; readonly messageId: number }
  | null;

let open: OpenAction = editBeforeReload();
const listeners = new Set<() => void>();

export function openAction(action: OpenAction): void {
  open = action;
  for (const listener of listeners) listener();
}

function editBeforeReload(): OpenAction {
  const edit = editDrafts().at(-1);
  return edit === undefined ? null : { kind: 'edit', messageId: edit.messageId };
}

export const openMessageId = (): number | undefined => open?.messageId;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The value that `select` finds in the open part. */
export function useOpenAction<Value>(select: (action: OpenAction) => Value): Value {
  return useSyncExternalStore(subscribe, () => select(open));
}
