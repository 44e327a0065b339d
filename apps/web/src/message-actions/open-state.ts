import { useSyncExternalStore } from 'react';

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

export const openMessageId = (): number | undefined => open?.messageId;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The value that `select` finds in the open part. */
export function useOpenAction<Value>(select: (action: OpenAction) => Value): Value {
  return useSyncExternalStore(subscribe, () => select(open));
}
