import type { Message } from '@chat/chat-client';
import { useId } from 'react';
import { useClient, useField } from '../client/index.js';
import { writingOf } from '../compose/writing.js';
import { partnerIds } from '../message/conversation.js';
import { type Destination, toPeople } from '../sending/index.js';
import type { Choice } from './widget.js';
import styles from './widget.module.css';

interface Props {
  readonly message: Message;
  readonly heading: string;
  readonly choices: readonly Choice[];
}

/** Each choice sends its reply to the conversation of the message. */
export function ChoiceForm({ message, heading, choices }: Props) {
  const client = useClient();
  const titleId = useId();
  const ownUserId = useField('user_id') as number;
  const reply = (content: string) =>
    writingOf(client).outbox.add(destinationFor(message, ownUserId), content, { seenId: message.id });
  return (
    <section className={styles.widget} aria-labelledby={titleId}>
      <b id={titleId} className={styles.title}>
        {heading}
      </b>
      <ul className={styles.list}>
        {choices.map((choice, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the choices of a form never change, and may be equal.
          <li key={index}>
            <button type="button" className={styles.choice} onClick={() => reply(choice.reply)}>
              <b>{choice.shortName}</b>
              <span>{choice.longName}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const destinationFor = (message: Message, ownUserId: number): Destination =>
  message.stream_id === undefined
    ? toPeople(partnerIds(message, ownUserId))
    : { type: 'stream', streamId: message.stream_id, topic: message.subject };
