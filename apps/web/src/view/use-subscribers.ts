import { useEffect, useState } from 'react';
import { useClient, useRecord } from '../client/index.js';

/** Ids of the subscribers of a stream, loaded when a part of the page shows them; undefined until then. */
export function useSubscribers(
  streamId: number | undefined,
): (Iterable<number> & { readonly size: number }) | undefined {
  const client = useClient();
  const known = useRecord('subscriptions', streamId)?.subscribers;
  const [loaded, setLoaded] = useState<{ readonly streamId: number; readonly ids: ReadonlySet<number> }>();
  const isKnown = known !== undefined;
  useEffect(() => {
    if (streamId === undefined || isKnown) return undefined;
    const end = new AbortController();
    client.api.call('GET', `/streams/${streamId}/members`, {}, end.signal).then(
      ({ status, body }) => status === 200 && setLoaded({ streamId, ids: new Set(body.subscribers) }),
      // Without the list the page shows no people.
      () => undefined,
    );
    return () => end.abort();
  }, [client, streamId, isKnown]);
  return known ?? (loaded?.streamId === streamId ? loaded?.ids : undefined);
}
