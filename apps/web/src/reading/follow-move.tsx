import type { WireEvent } from '@chat/chat-client';
import { useEffect, useEffectEvent } from 'react';
import type { AddressTerm } from '../addresses/index.js';
import { useClient, useMessageView } from '../client/index.js';
import { moveText } from '../compose/index.js';
import { destinationOf } from '../sending/index.js';
import { movedTo } from './moved-to.js';
import { showMoved } from './show-moved.js';

/** When the topic in view is renamed, resolved or moved, the view and the text in its box go along. */
export function FollowMove({ terms }: { readonly terms: readonly AddressTerm[] }) {
  const client = useClient();
  const { ids } = useMessageView(terms).snapshot;
  const follow = useEffectEvent((event: WireEvent) => {
    const from = destinationOf(terms);
    // The event is applied, and the page still shows the view before it.
    const to = from === null ? undefined : movedTo(event, from, ids);
    if (from === null || to?.type !== 'stream') return;
    moveText(client, from, to);
    showMoved(client, to);
  });
  useEffect(() => client.onEvent(follow), [client]);
  return null;
}
