import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type AddressTerm, viewKey } from '../addresses/index.js';
import { useClient, useField, useRecord } from '../client/index.js';
import { Avatar } from '../design/avatar.js';
import { Button } from '../design/button.js';
import { useText } from '../languages/index.js';
import styles from './compose.module.css';
import { destinationOf, sendMessage } from './send-message.js';

interface Props {
  /** The narrow of a conversation; there is nothing to write to in other views. */
  readonly terms: readonly AddressTerm[];
  readonly onSent: () => void;
}

/** Texts by conversation, so that a switch of views loses none. */
const texts = new Map<string, string>();

/** The box of the conversation in view. */
export function Compose({ terms, onSent }: Props) {
  const destination = destinationOf(terms);
  const key = viewKey({ view: 'narrow', terms });
  return destination === null ? null : <Box key={key} box={key} destination={destination} onSent={onSent} />;
}

interface BoxProps {
  readonly box: string;
  readonly destination: NonNullable<ReturnType<typeof destinationOf>>;
  readonly onSent: () => void;
}

function Box({ box, destination, onSent }: BoxProps) {
  const client = useClient();
  const text = useText();
  const ownUserId = useField('user_id') as number;
  const own = useRecord('realm_users', ownUserId);
  const field = useRef<HTMLTextAreaElement>(null);
  const [content, setContent] = useState(() => texts.get(box) ?? '');
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (content === '') texts.delete(box);
    else texts.set(box, content);
  }, [box, content]);

  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (content.trim() === '') return;
    setContent('');
    setProblem('');
    try {
      await sendMessage(client, destination, content);
      onSent();
    } catch (error) {
      setContent((later) => (later === '' ? content : `${content}\n${later}`));
      setProblem((error as Error).message);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <div className={styles.write}>
      <form className={styles.form} aria-label={text('compose.form')} onSubmit={send}>
        <span className={styles.avatar}>
          <Avatar userId={ownUserId} name={own?.full_name ?? ''} picture={own?.avatar_url} />
        </span>
        <div className={styles.box}>
          <textarea
            ref={field}
            rows={1}
            aria-label={text('compose.message')}
            placeholder={text('compose.placeholder')}
            value={content}
            onChange={(event) => setContent(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <div className={styles.tools}>
            <p role="alert">{problem}</p>
            <Button kind="main" type="submit">
              {text('compose.send')}
            </Button>
          </div>
        </div>
      </form>
    </div>
  );
}
