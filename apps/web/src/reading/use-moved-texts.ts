import { useEffect } from 'react';
import { useClient } from '../client/index.js';
import { moveText } from '../compose/index.js';
import { moveIn } from './moved-to.js';

/** When a topic is renamed, resolved or moved as a whole, its text and the files on their way go along, also out of view. */
export function useMovedTexts(): void {
  const client = useClient();
  useEffect(
    () =>
      client.onEvent((event) => {
        const move = moveIn(event);
        if (move?.isWhole) moveText(client, move.from, move.to);
      }),
    [client],
  );
}
