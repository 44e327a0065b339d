import type { ChatClient } from '@chat/chat-client';
import { useSyncExternalStore } from 'react';
import { editDrafts } from './edit-drafts.js';

export type DialogKind = 'move' | 'delete' | 'source' | 'readers' | 'history';

/** The open part of the message actions: at most one in a window. */
export type OpenAction =
  | { readonly kind: 'edit'; readonly messageId: number }
  | { readonly kind: DialogKind; readonly messageId: number }
  | null;

let open: OpenAction = null;
const listeners = new Set<() => void>();

export function openAction(action: OpenAction): void {
  open = action;
  for (const listener of listeners) listener();
}

/** Opens the edit that was open before a reload. */
export function reopenEdit(client: ChatClient): void {
  const edit = editDrafts(client).at(-1);
  if (open === null && edit !== undefined) openAction({ kind: 'edit', messageId: edit.messageId });
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
