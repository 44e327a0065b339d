import { parsedEnd, type StatusEnd } from './status-end.js';

const KEY = 'chat.status-end';
const listeners = new Set<() => void>();
let read: { readonly stored: string | null; readonly end: StatusEnd | undefined } = { stored: null, end: undefined };

/** The same object until it changes. */
export function storedEnd(): StatusEnd | undefined {
  const stored = storedText();
  if (stored !== read.stored) read = { stored, end: parsedEnd(stored) };
  return read.end;
}

export function storeEnd(end: StatusEnd | undefined): void {
  try {
    if (end === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(end));
  } catch {
    // Without storage the status has no end.
  }
  for (const listener of listeners) listener();
}

function storedText(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Also of changes in other tabs. Returns the end of it. */
export function onStoredEnd(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
