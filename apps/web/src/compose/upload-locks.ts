const nameOf = (id: string): string => `chat-upload ${id}`;

type Alone = (id: string, work: () => Promise<void>) => Promise<void>;

/**
 * Runs the work of an upload unless another tab does. `onFree` is called after that tab has ended it, or is closed. Pages without TLS have
 * no locks: there, a second tab may go on with the same upload.
 */
export function uploadLocks(onFree: () => void): Alone {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) return (_, work) => work();
  const others = new BroadcastChannel('chat-uploads');
  const follow = (id: string) => void locks.request(nameOf(id), () => undefined).then(onFree);
  others.onmessage = ({ data }) => follow(data);
  return async (id, work) => {
    await locks.request(nameOf(id), { ifAvailable: true }, (lock) => {
      if (lock === null) return follow(id);
      others.postMessage(id);
      return work();
    });
  };
}
