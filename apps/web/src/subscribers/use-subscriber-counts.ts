import type { WireEvent } from '@chat/chat-client';
import { useEffect, useState } from 'react';
import { useClient, useField } from '../client/index.js';
import { countsAfter, loadSubscriberCounts, type SubscriberCounts } from './subscriber-counts.js';

const UNKNOWN: SubscriberCounts = new Map();

/** The number of subscribers of each stream. They load with the part that shows them, and follow events. */
export function useSubscriberCounts(): SubscriberCounts {
  const client = useClient();
  const isAdmin = useField('is_admin') === true;
  const [counts, setCounts] = useState(UNKNOWN);
  useEffect(() => {
    let isShown = true;
    let isLoading = false;
    let isOld = false;
    const load = async () => {
      isLoading = true;
      do {
        isOld = false;
        const loaded = await loadSubscriberCounts(client.api, isAdmin);
        if (isShown) setCounts(loaded);
      } while (isOld && isShown);
    };
    // Without the counts the list is usable.
    const start = () =>
      void load()
        .catch(() => undefined)
        .finally(() => (isLoading = false));
    const apply = (event: WireEvent) => {
      // The response may have its change already.
      if (isLoading) isOld ||= event.type === 'subscription';
      else setCounts((before) => countsAfter(before, event));
    };
    start();
    const endings = [
      client.onEvent(apply),
      // Events are missing after a new registration.
      client.onChange((changes) => {
        if (changes.get('realm_users') !== 'all') return;
        if (isLoading) isOld = true;
        else start();
      }),
    ];
    return () => {
      isShown = false;
      for (const end of endings) end();
    };
  }, [client, isAdmin]);
  return counts;
}
