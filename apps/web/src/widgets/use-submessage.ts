import { useState } from 'react';
import { useClient } from '../client/index.js';
import { useText } from '../languages/index.js';
import { reasonOf } from '../message-actions/reason.js';

/** Adds submessages to the message, one at a time. Resolves with whether the server took it; the event brings the change. */
export function useSubmessage(messageId: number) {
  const client = useClient();
  const text = useText();
  const [problem, setProblem] = useState('');
  const [isRunning, setRunning] = useState(false);
  const add = async (data: object): Promise<boolean> => {
    if (isRunning) return false;
    setProblem('');
    setRunning(true);
    try {
      await client.api.post('/submessage', {
        ...{ message_id: messageId, msg_type: 'widget' },
        content: JSON.stringify(data),
      });
      return true;
    } catch (error) {
      setProblem(reasonOf(error, text));
      return false;
    } finally {
      setRunning(false);
    }
  };
  return { add, problem };
}
