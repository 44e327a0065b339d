import { useEffect, useMemo } from 'react';
import { useClient } from '../client/index.js';
import type { Destination } from '../sending/index.js';
import { TypingNotifier } from './typing-notifier.js';

/** Announces typing where the reader's settings allow it. A failed announcement is not repeated. */
export function useTyping(destination: Destination): TypingNotifier {
  const client = useClient();
  const notifier = useMemo(() => {
    const isDirect = destination.type === 'direct';
    return new TypingNotifier((op) => {
      const settings = client.state.field('user_settings');
      const isWanted = isDirect
        ? settings?.send_private_typing_notifications
        : settings?.send_stream_typing_notifications;
      const isChosen = !isDirect || destination.userIds.length > 0;
      if (isWanted === false || !isChosen) return;
      const place = isDirect
        ? { type: 'direct', to: destination.userIds }
        : { type: 'stream', to: [destination.streamId], topic: destination.topic };
      client.api.call('POST', '/typing', { op, ...place }).catch(() => undefined);
    });
  }, [client, destination]);
  useEffect(() => () => notifier.stop(), [notifier]);
  return notifier;
}
