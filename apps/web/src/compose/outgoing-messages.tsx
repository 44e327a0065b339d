import { useSyncExternalStore } from 'react';
import { useClient, useField } from '../client/index.js';
import { Icon } from '../design/icon.js';
import { type TextKey, useText } from '../languages/index.js';
import { PersonAvatar, usePerson } from '../people/index.js';
import { type Destination, destinationKey, type OutgoingMessage } from '../sending/index.js';
import styles from './outgoing-messages.module.css';
import { writingOf } from './writing.js';

/** Messages of a conversation that are on their way. They stand after its last message. */
export function OutgoingMessages({ destination }: { readonly destination: Destination }) {
  const client = useClient();
  const { outbox } = writingOf(client);
  const messages = useSyncExternalStore(outbox.subscribe, outbox.snapshot);
  const key = destinationKey(destination);
  const own = messages.filter(
    ({ destination: to, messageId }) =>
      destinationKey(to) === key && (messageId === undefined || client.messages.get(messageId) === undefined),
  );
  if (own.length === 0) return null;
  return (
    <ul className={styles.list}>
      {own.map((message) => (
        <Outgoing key={message.localId} message={message} />
      ))}
    </ul>
  );
}

function Outgoing({ message }: { readonly message: OutgoingMessage }) {
  const text = useText();
  const { outbox, drafts, syncSoon } = writingOf(useClient());
  const ownId = useField('user_id') as number;
  const name = usePerson(ownId)?.full_name ?? '';
  const { localId, state, content, reason, destination } = message;
  const isRefused = state === 'refused';
  const edit = () => {
    if (outbox.take(localId) === undefined) return;
    // The text that is being written stays, below.
    const written = drafts.get(destination);
    drafts.set(destination, written === '' ? content : `${content}\n\n${written}`);
    syncSoon();
  };
  return (
    <li className={styles.message} data-state={state}>
      <span className={styles.avatar}>
        <PersonAvatar userId={ownId} />
      </span>
      <div className={styles.head}>
        <b>{name}</b>
        <span className={styles.state} role="status">
          <Icon name={isRefused ? 'close' : 'clock'} size={14} />
          {text(STATES[state])}
        </span>
      </div>
      <p className={styles.content} dir="auto">
        {content}
      </p>
      {isRefused && (
        <div className={styles.refusal}>
          <p role="alert">{reason === '' ? text('outgoing.refused_hint') : reason}</p>
          <button type="button" onClick={() => outbox.repeat(localId)}>
            {text('outgoing.repeat')}
          </button>
          <button type="button" onClick={edit}>
            {text('outgoing.edit')}
          </button>
          <button type="button" onClick={() => outbox.take(localId)}>
            {text('outgoing.drop')}
          </button>
        </div>
      )}
    </li>
  );
}

const STATES = {
  waiting: 'outgoing.sending',
  sent: 'outgoing.sending',
  refused: 'outgoing.refused',
} as const satisfies Readonly<Record<OutgoingMessage['state'], TextKey>>;
