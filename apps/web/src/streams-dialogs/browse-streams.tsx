import { useState } from 'react';
import { fragmentOf, inStream } from '../addresses/index.js';
import { useClient, useField, useRecords } from '../client/index.js';
import { Button } from '../design/button.js';
import { Icon } from '../design/icon.js';
import box from '../design/search-box.module.css';
import { StreamMark } from '../design/stream-mark.js';
import { DialogFrame } from '../dialog/index.js';
import { useFormats, useText } from '../languages/index.js';
import { colorOf, plainText, streamIn, useNames } from '../names/index.js';
import { changeSubscription, useSubscriberCounts } from '../subscribers/index.js';
import styles from './streams-dialogs.module.css';
import { MAX_SHOWN, type VisibleStream, visibleStreams } from './visible-streams.js';

interface Props {
  readonly onClose: () => void;
  readonly onCreate: () => void;
}

/** All streams that the reader sees, to subscribe and unsubscribe. */
export default function BrowseStreams({ onClose, onCreate }: Props) {
  const text = useText();
  const { compare } = useFormats();
  const client = useClient();
  useRecords('subscriptions');
  useRecords('unsubscribed');
  useRecords('never_subscribed');
  const [filter, setFilter] = useState('');
  const [problem, setProblem] = useState('');
  const counts = useSubscriberCounts();
  const streams = visibleStreams(client, filter, compare);
  const more = streams.length - MAX_SHOWN;
  return (
    <DialogFrame title={text('streams.browse')} onClose={onClose}>
      <div className={styles.tools}>
        <label className={`${box.box} ${styles.search}`}>
          <Icon name="search" size={16} />
          <input
            type="search"
            aria-label={text('streams.filter')}
            placeholder={text('streams.filter')}
            value={filter}
            // biome-ignore lint/a11y/noAutofocus: the dialog begins with it.
            autoFocus
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setFilter(target.value)}
          />
        </label>
        <Button onClick={onCreate}>{text('streams.create')}</Button>
      </div>
      <p className={styles.problem} role="alert">
        {problem}
      </p>
      <ul className={styles.list} aria-label={text('bar.streams')}>
        {streams.slice(0, MAX_SHOWN).map((each) => (
          <StreamEntry
            key={each.stream.stream_id}
            entry={each}
            subscriberCount={counts.get(each.stream.stream_id)}
            onLeave={onClose}
            onProblem={setProblem}
          />
        ))}
        {streams.length === 0 && <li className={styles.note}>{text('bar.none')}</li>}
        {more > 0 && <li className={styles.note}>{text('streams.more', { count: more })}</li>}
      </ul>
    </DialogFrame>
  );
}

interface EntryProps {
  readonly entry: VisibleStream;
  /** Undefined until it is loaded. */
  readonly subscriberCount: number | undefined;
  /** The stream opens. */
  readonly onLeave: () => void;
  readonly onProblem: (problem: string) => void;
}

function StreamEntry({ entry: { stream, isSubscribed }, subscriberCount, onLeave, onProblem }: EntryProps) {
  const text = useText();
  const names = useNames();
  const client = useClient();
  const isGuest = useField('is_guest') === true;
  const [isRunning, setRunning] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { stream_id: streamId, name, invite_only: isPrivate, is_web_public: isWebPublic } = stream;
  const description = plainText(stream.rendered_description);
  const traffic = stream.stream_weekly_traffic;
  const facts = [
    subscriberCount !== undefined && text('view.people', { count: subscriberCount }),
    traffic !== null && text('streams.traffic', { count: traffic }),
  ].filter((fact) => fact !== false);
  const label = text(isSubscribed ? 'streams.unsubscribe' : 'streams.subscribe');

  const change = async () => {
    setRunning(true);
    onProblem('');
    try {
      onProblem((await changeSubscription(client.api, name, !isSubscribed)) ?? '');
    } catch {
      onProblem(text('streams.failed'));
    }
    setRunning(false);
    setAsking(false);
  };
  const press = () => (isSubscribed && isPrivate && !isAsking ? setAsking(true) : void change());
  return (
    <li className={styles.entry}>
      <StreamMark color={colorOf(streamIn(client, streamId))} isPrivate={isPrivate} isWebPublic={isWebPublic} />
      <span className={styles.about}>
        <a href={fragmentOf(inStream(streamId), names)} onClick={onLeave}>
          {name}
        </a>
        {description !== '' && <small>{description}</small>}
        {facts.length > 0 && <small>{facts.join(' · ')}</small>}
        {isAsking && <small role="alert">{text('streams.leave_private')}</small>}
      </span>
      {(isSubscribed || !isGuest) && (
        <Button
          kind={isSubscribed ? 'quiet' : 'main'}
          aria-label={text('streams.of', { action: isAsking ? text('streams.leave') : label, stream: name })}
          isRunning={isRunning}
          onClick={press}
        >
          {isAsking ? text('streams.leave') : label}
        </Button>
      )}
    </li>
  );
}
