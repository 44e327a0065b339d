import { useMemo, useState } from 'react';
import { useRecords } from '../client/index.js';
import { StreamMark } from '../design/stream-mark.js';
import { useText } from '../languages/index.js';
import { type Destination, toPeople } from '../sending/index.js';
import { useTopics } from '../topics/index.js';
import { nearest, searched } from '../typeahead/index.js';
import { ChoiceField } from './choice-field.js';
import styles from './compose.module.css';
import { ComposeForm } from './compose-form.js';
import { type ChosenPeople, PeopleField } from './people-field.js';

interface Props {
  readonly kind: 'stream' | 'direct';
  readonly streamId?: number | undefined;
  /** The first field gets the focus. */
  readonly takesFocus?: boolean | undefined;
  readonly onSent: (destination: Destination) => void;
}

/** Begins a conversation: first its place, then the text. A text belongs to the place that is chosen. */
export function NewConversation({ kind, ...rest }: Props) {
  return kind === 'stream' ? <NewTopic {...rest} /> : <NewDirect {...rest} />;
}

function NewTopic({ streamId: given, takesFocus, onSent }: Omit<Props, 'kind'>) {
  const text = useText();
  const streams = useRecords('subscriptions');
  const [streamId, setStreamId] = useState(given);
  const [streamName, setStreamName] = useState(given === undefined ? '' : (streams.get(given)?.name ?? ''));
  const [topic, setTopic] = useState('');
  const stream = streamId === undefined ? undefined : streams.get(streamId);
  const topics = useTopics(streamId);
  const names = searched([...streams.values()], ({ name }) => [name]);
  const destination = useMemo(
    (): Destination | null =>
      streamId === undefined || topic.trim() === '' ? null : { type: 'stream', streamId, topic: topic.trim() },
    [streamId, topic],
  );
  const choose = (id: number | undefined, name: string) => {
    setStreamName(name);
    setStreamId(id);
  };
  return (
    <ComposeForm
      destination={destination}
      onSent={() => destination !== null && onSent(destination)}
      place={
        <div className={`${styles.place} ${styles.line}`}>
          <StreamMark
            color={stream?.color ?? ''}
            isPrivate={stream?.invite_only ?? false}
            isWebPublic={stream?.is_web_public ?? false}
            size={12}
          />
          <ChoiceField
            label={text('compose.stream')}
            placeholder={text('compose.choose_stream')}
            takesFocus={takesFocus === true && given === undefined}
            value={streamName}
            options={nearest(names, streamName, () => 0).map(({ stream_id: id, name }) => ({ id: String(id), name }))}
            onType={(name) => choose([...streams.values()].find((one) => one.name === name)?.stream_id, name)}
            onChoose={({ id, name }) => choose(Number(id), name)}
          />
          <span aria-hidden="true">›</span>
          <ChoiceField
            label={text('compose.topic')}
            placeholder={text('compose.choose_topic')}
            takesFocus={takesFocus === true && given !== undefined}
            value={topic}
            options={nearest(
              searched(topics, ({ name }) => [name]),
              topic,
              () => 0,
            ).map(({ name }) => ({ id: name, name }))}
            onType={setTopic}
            onChoose={({ name }) => setTopic(name)}
          />
        </div>
      }
    />
  );
}

function NewDirect({ takesFocus, onSent }: Omit<Props, 'kind'>) {
  const text = useText();
  const [chosen, setChosen] = useState<readonly ChosenPeople[]>([]);
  const destination = useMemo(
    () => (chosen.length === 0 ? null : toPeople(chosen.flatMap(({ userIds }) => userIds))),
    [chosen],
  );
  return (
    <ComposeForm
      destination={destination}
      onSent={() => destination !== null && onSent(destination)}
      place={
        <div className={styles.place}>
          <PeopleField label={text('compose.to')} takesFocus={takesFocus} chosen={chosen} onChange={setChosen} />
        </div>
      }
    />
  );
}
