import type { Message } from '@chat/chat-client';
import { type FormEvent, useId, useState } from 'react';
import { useClient, useRecords } from '../client/index.js';
import { Button } from '../design/button.js';
import fields from '../design/form-fields.module.css';
import inputs from '../design/input.module.css';
import { type TextKey, useFormats, useText } from '../languages/index.js';
import { useTopics } from '../topics/index.js';
import { ActionDialog } from './action-dialog.js';
import styles from './action-dialog.module.css';
import { type MoveMode, moveMessages } from './commands.js';
import { openAction } from './open-state.js';
import { useRequest } from './use-request.js';

const MODES: readonly (readonly [MoveMode, TextKey])[] = [
  ['change_one', 'actions.moveOne'],
  ['change_later', 'actions.moveLater'],
  ['change_all', 'actions.moveAll'],
];
const MAX_TOPIC = 60;

export default function MoveDialog({ message }: { readonly message: Message }) {
  const client = useClient();
  const text = useText();
  const formats = useFormats();
  const streams = useRecords('subscriptions');
  const listId = useId();
  const [streamId, setStreamId] = useState(message.stream_id as number);
  const [topic, setTopic] = useState(message.subject);
  const [mode, setMode] = useState<MoveMode>('change_one');
  const topics = useTopics(streamId);
  const { problem, isRunning, run } = useRequest(() => openAction(null));
  const isUnchanged = topic.trim() === message.subject && streamId === message.stream_id;

  const move = (event: FormEvent) => {
    event.preventDefault();
    const target = { streamId: streamId === message.stream_id ? undefined : streamId, topic: topic.trim(), mode };
    void run(() => moveMessages(client, message.id, target));
  };
  const sorted = [...streams.values()].sort((one, other) => formats.compare(one.name, other.name));
  return (
    <ActionDialog title={text('actions.moveTitle')}>
      <form className={styles.body} onSubmit={move}>
        <label className={fields.field}>
          {text('actions.stream')}
          <select
            className={inputs.input}
            value={streamId}
            onChange={(event) => setStreamId(Number(event.target.value))}
          >
            {sorted.map(({ stream_id, name }) => (
              <option key={stream_id} value={stream_id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className={fields.field}>
          {text('actions.topic')}
          <input
            className={inputs.input}
            value={topic}
            onChange={(event) => setTopic(event.target.value)}
            list={listId}
            maxLength={MAX_TOPIC}
            required
            autoComplete="off"
          />
        </label>
        <datalist id={listId}>
          {topics.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <fieldset className={fields.choices}>
          <legend>{text('actions.moveWhich')}</legend>
          {MODES.map(([value, label]) => (
            <label key={value}>
              <input type="radio" name="mode" checked={mode === value} onChange={() => setMode(value)} />
              {text(label)}
            </label>
          ))}
        </fieldset>
        <div className={styles.foot}>
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
          <Button onClick={() => openAction(null)}>{text('actions.cancel')}</Button>
          <Button kind="main" type="submit" isRunning={isRunning} disabled={isUnchanged}>
            {text('actions.moveButton')}
          </Button>
        </div>
      </form>
    </ActionDialog>
  );
}
