import { UnexpectedResponse, type ViewSnapshot } from '@chat/chat-client';
import { useEffect, useRef, useState } from 'react';
import { type AddressTerm, go, isSameView } from '../addresses/index.js';
import { useClient } from '../client/index.js';
import { conversationAddress, namesIn } from '../message/conversation.js';
import { isConversation } from '../read-marking/index.js';
import { indexOfId } from './list-window.js';
import { covers } from './opening.js';

interface Link {
  readonly terms: readonly AddressTerm[];
  /** The message of the link. */
  readonly near: number | undefined;
}

/** Whether the message of a link is gone, looked up once. A link to a conversation that the message left leads to where it is now. */
export function useIsLinkedMessageGone({ terms, near }: Link, snapshot: ViewSnapshot): boolean {
  const client = useClient();
  const [isGone, setIsGone] = useState(false);
  const isLookedUp = useRef(false);
  const { ids, foundOldest, foundNewest, state } = snapshot;
  useEffect(() => {
    if (near === undefined || state !== 'ready' || isLookedUp.current) return;
    if (!isConversation(terms) || !covers(ids, near, foundOldest, foundNewest)) return;
    isLookedUp.current = true;
    if (ids[indexOfId(ids, near)] === near) return;
    client.api.get(`/messages/${near}`).then(
      ({ message }) => {
        const address = conversationAddress(message, client.state.field('user_id') as number, near);
        if (!isSameView(address, { view: 'narrow', terms })) go(address, { replace: true, names: namesIn(message) });
      },
      (error) => setIsGone(error instanceof UnexpectedResponse && error.response.status === 400),
    );
  }, [client, terms, near, ids, foundOldest, foundNewest, state]);
  return isGone;
}
