type Listener = (firstId: number) => void;

const listeners = new Set<Listener>();

/** The reader marked a message and those after it as unread in this window. */
export function reportMarkedUnread(firstId: number): void {
  for (const listener of listeners) listener(firstId);
}

/** Returns the end of it. */
export function onMarkedUnread(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
