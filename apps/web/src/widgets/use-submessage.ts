import { useRef, useState } from 'react';
import { useClient } from '../client/index.js';
import { useText } from '../languages/index.js';
import { reasonOf } from '../message-actions/reason.js';

/**
 * Adds submessages to the message, one after the other. Resolves with whether the server took it; the event brings the change, perhaps
 * before the response.
 */
export function useSubmessage(messageId: number) {
  const client = useClient();
  const text = useText();
  const [problem, setProblem] = useState('');
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const add = (data: object): Promise<boolean> => {
    const sent = last.current.then(() => send(data));
    last.current = sent;
    return sent;
  };
  const send = async (data: object): Promise<boolean> => {
    setProblem('');
    try {
      await client.api.post('/submessage', {
        ...{ message_id: messageId, msg_type: 'widget' },
        content: JSON.stringify(data),
      });
      return true;
    } catch (error) {
      setProblem(reasonOf(error, text));
      return false;
    }
  };
  return { add, problem };
}
