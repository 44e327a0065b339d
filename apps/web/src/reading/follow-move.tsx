import type { WireEvent } from '@chat/chat-client';
import { useEffect, useEffectEvent } from 'react';
import { type AddressTerm, go, inTopic } from '../addresses/index.js';
import { useClient, useMessageView } from '../client/index.js';
import { moveText } from '../compose/index.js';
import { currentList } from '../message-list/index.js';
import { namesOf } from '../names/index.js';
import { writeIn } from '../replies/index.js';
import { destinationOf } from '../sending/index.js';
import { movedTo } from './moved-to.js';

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
    if (isWriting()) writeIn(to, { text: '', isBlock: false });
    const list = currentList();
    const place = list === null || list.isAtEnd ? undefined : (list.selectedId() ?? undefined);
    go(inTopic(to.streamId, to.topic, place), { replace: true, names: namesOf(client) });
  });
  useEffect(() => client.onEvent(follow), [client]);
  return null;
}

/** In the box below the messages: the field of an edited message is one of them. */
function isWriting(): boolean {
  const { activeElement } = document;
  return activeElement instanceof HTMLTextAreaElement && activeElement.closest('article') === null;
}
