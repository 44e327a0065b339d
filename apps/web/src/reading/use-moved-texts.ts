import type { ChatClient } from '@chat/chat-client';
import { useEffect } from 'react';
import { currentAddress } from '../addresses/index.js';
import { useClient } from '../client/index.js';
import { moveText, moveTextsOfAbsence } from '../compose/index.js';
import { type Destination, destinationKey, destinationOf } from '../sending/index.js';
import { moveIn } from './moved-to.js';
import { showMoved } from './show-moved.js';

/**
 * When a topic is renamed, resolved or moved as a whole, its text, the files on their way and its unsent messages go along, also out of
 * view. After a registration the client looks for moves of the time before it.
 */
export function useMovedTexts(): void {
  const client = useClient();
  useEffect(() => {
    const ends = [
      client.onEvent((event) => {
        const move = moveIn(event);
        if (move?.isWhole) moveText(client, move.from, move.to);
      }),
      client.onChange((changes) => changes.has('queue_id') && catchUp(client)),
    ];
    catchUp(client);
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
}

function catchUp(client: ChatClient): void {
  // Without the network the next registration does it.
  void moveTextsOfAbsence(client, (from, to) => followInView(client, from, to)).catch(() => undefined);
}

/** The text would be gone from the box in front of its writer. */
function followInView(client: ChatClient, from: Destination, to: Destination): void {
  const address = currentAddress();
  const shown = address?.view === 'narrow' ? destinationOf(address.terms) : null;
  if (to.type === 'stream' && shown !== null && destinationKey(shown) === destinationKey(from)) showMoved(client, to);
}
