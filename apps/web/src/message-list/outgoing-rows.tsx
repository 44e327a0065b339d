import { useField, useMessage } from '../client/index.js';
import type { OutgoingMessage } from '../sending/index.js';
import { arrangedAfter, OutgoingRow } from './outgoing-row.js';
import { type Arranged, arranged } from './rows.js';

interface Props {
  readonly messages: readonly OutgoingMessage[];
  /** The last message of the server in the list. */
  readonly lastId: number | undefined;
}

/** Own messages on their way, in the order of writing, after the last message of the conversation. */
export function OutgoingRows({ messages, lastId }: Props) {
  const ownUserId = useField('user_id') as number;
  const last = useMessage(lastId ?? 0);
  let previous: Arranged | undefined = last && arranged(last);
  return messages.map((message) => {
    const before = previous;
    previous = arrangedAfter(before, message, ownUserId);
    return <OutgoingRow key={message.localId} message={message} previous={before} />;
  });
}
