import { useEffect } from 'react';
import { useClient } from '../client/index.js';
import { writingOf } from '../compose/index.js';

/** Sends messages that an earlier page could not, also in a view without a box. */
export function useUnsentMessages(): void {
  const client = useClient();
  useEffect(() => void writingOf(client), [client]);
}
