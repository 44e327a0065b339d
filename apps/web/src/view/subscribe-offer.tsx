import type { RecordOf } from '@chat/chat-client';
import { useState } from 'react';
import { useClient, useField, useRecord } from '../client/index.js';
import { Button } from '../design/button.js';
import { useText } from '../languages/index.js';
import { changeSubscription } from '../subscribers/index.js';
import styles from './subscribe-offer.module.css';

type Stream = Pick<RecordOf<'never_subscribed'>, 'stream_id' | 'name' | 'invite_only'>;

/** Below the heading of a public stream that the reader sees without a subscription. Guests cannot subscribe. */
export function SubscribeOffer({
  stream: { stream_id: streamId, name, invite_only: isPrivate },
}: {
  readonly stream: Stream;
}) {
  const text = useText();
  const { api } = useClient();
  const isGuest = useField('is_guest') === true;
  const isSubscribed = useRecord('subscriptions', streamId) !== undefined;
  const [problem, setProblem] = useState('');
  const [isRunning, setRunning] = useState(false);
  if (isSubscribed || isGuest || isPrivate) return null;

  const subscribe = async () => {
    setRunning(true);
    setProblem('');
    try {
      setProblem((await changeSubscription(api, name, true)) ?? '');
    } catch {
      setProblem(text('streams.failed'));
    }
    setRunning(false);
  };
  return (
    <section className={styles.offer} aria-label={text('view.not_subscribed')}>
      <p>
        {text('view.not_subscribed')}
        {problem !== '' && <span role="alert"> {problem}</span>}
      </p>
      <Button kind="main" isRunning={isRunning} onClick={() => void subscribe()}>
        {text('streams.subscribe')}
      </Button>
    </section>
  );
}
