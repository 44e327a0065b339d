import { useEffect } from 'react';
import { useClient } from '../client/index.js';
import { uploadsOf, writingOf } from '../compose/index.js';

/** Sends messages and files that an earlier page could not, also in a view without a box. */
export function useUnsentMessages(): void {
  const client = useClient();
  useEffect(() => {
    writingOf(client);
    uploadsOf(client);
  }, [client]);
}
