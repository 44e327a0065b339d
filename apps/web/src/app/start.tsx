import { useSyncExternalStore } from 'react';
import type { Connections } from '../client/index.js';
import { useText } from '../languages/index.js';

interface Props {
  readonly connections: Connections;
}

/** The page before the first state, if the network is away. */
export function Start({ connections }: Props) {
  const text = useText();
  const { state } = useSyncExternalStore(connections.subscribe, connections.get);
  return (
    <p role="status" aria-label={text('connection.name')}>
      {state === 'lost' && text('connection.lost')}
    </p>
  );
}
