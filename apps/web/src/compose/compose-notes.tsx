import { useClient } from '../client/index.js';
import { useFormats, useText } from '../languages/index.js';
import type { Destination } from '../sending/index.js';
import { useSubscribers } from '../subscribers/index.js';
import styles from './compose.module.css';
import { unreached } from './readers.js';

interface Props {
  readonly destination: Destination;
  readonly content: string;
  /** Why the text could not be scheduled. */
  readonly problem: string;
  /** The outcome of a command. It goes with the next text. */
  readonly reply: string;
}

/** Notes before sending: mentioned people that would not see the message, and refusals. */
export function ComposeNotes({ destination, content, problem, reply }: Props) {
  const text = useText();
  const { list } = useFormats();
  useSubscribers(destination.type === 'stream' ? destination.streamId : undefined);
  const absent = unreached(useClient(), destination, content);
  return (
    <>
      {absent.length > 0 && (
        <p className={styles.hint} role="status">
          {text('compose.unreached', { people: list(absent), count: absent.length })}
        </p>
      )}
      {reply !== '' && content === '' && (
        <p className={styles.reply} role="status">
          {reply}
        </p>
      )}
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
