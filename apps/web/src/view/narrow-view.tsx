import type { ReactNode } from 'react';
import { type Address, type AddressTerm, fragmentOf, inStream, operandOf } from '../addresses/index.js';
import { useRecord } from '../client/index.js';
import { IconButton } from '../design/icon-button.js';
import { StreamMark } from '../design/stream-mark.js';
import { streamStyle } from '../design/stream-style.js';
import { useFormats, useText } from '../languages/index.js';
import { colorOf, plainText, useNames } from '../names/index.js';
import { usePerson, usePresence } from '../people/index.js';
import { runCommand } from '../shortcuts/index.js';
import { StatusEmoji } from '../status/index.js';
import { useSubscribers } from '../subscribers/index.js';
import { SubscribeOffer } from './subscribe-offer.js';
import { TopicActions } from './topic-actions.js';
import { isResolved } from './topic-changes.js';
import { useFirstMessage } from './use-first-message.js';
import { useTitleNames } from './use-title-names.js';
import { ViewHeader } from './view-header.js';
import styles from './view-header.module.css';
import { viewTitle } from './view-title.js';

interface Props {
  readonly address: Extract<Address, { view: 'narrow' }>;
  readonly hasDetails: boolean;
  readonly onDetails: () => void;
  readonly children: ReactNode;
}

/** The messages of a narrow below their heading. */
export function NarrowView({ address, hasDetails, onDetails, children }: Props) {
  const text = useText();
  const titleNames = useTitleNames();
  const streamId = operandOf(address, 'stream');
  const topic = operandOf(address, 'topic');
  const people = operandOf(address, 'dm');
  const stream = useStream(typeof streamId === 'number' ? streamId : undefined);
  const isTopic = stream !== undefined && typeof topic === 'string';
  return (
    <>
      <ViewHeader
        title={viewTitle(address, titleNames)}
        isResolved={isTopic && isResolved(topic)}
        above={
          stream !== undefined ? (
            <StreamPlace stream={stream} topicTerms={isTopic ? address.terms : undefined} />
          ) : Array.isArray(people) && people.length === 1 ? (
            <PersonPlace userId={people[0] ?? 0} />
          ) : undefined
        }
        actions={
          <>
            {isTopic && <TopicActions streamId={stream.stream_id} topic={topic} />}
            <IconButton icon="search" label={text('view.search_here')} onClick={() => runCommand('search.here')} />
            <span className={styles.details}>
              <IconButton icon="people" label={text('view.details')} aria-pressed={hasDetails} onClick={onDetails} />
            </span>
          </>
        }
      />
      {stream !== undefined && <SubscribeOffer key={stream.stream_id} stream={stream} />}
      {children}
    </>
  );
}

/** Subscribed or not. */
export function useStream(streamId: number | undefined) {
  const subscribed = useRecord('subscriptions', streamId);
  const left = useRecord('unsubscribed', streamId);
  const never = useRecord('never_subscribed', streamId);
  return subscribed ?? left ?? never;
}
type Stream = NonNullable<ReturnType<typeof useStream>>;

interface StreamPlaceProps {
  readonly stream: Stream;
  /** Undefined for the stream as a whole. */
  readonly topicTerms: readonly AddressTerm[] | undefined;
}

function StreamPlace({ stream, topicTerms }: StreamPlaceProps) {
  const text = useText();
  const names = useNames();
  const color = colorOf(stream);
  const people = useSubscribers(stream.stream_id)?.size;
  const parts = [
    ...(people === undefined ? [] : [text('view.people', { count: people })]),
    ...(topicTerms === undefined ? [plainText(stream.rendered_description)] : []),
  ].filter((part) => part !== '');
  return (
    <>
      <a className={styles.stream} style={streamStyle(color)} href={fragmentOf(inStream(stream.stream_id), names)}>
        <StreamMark color={color} isPrivate={stream.invite_only} isWebPublic={stream.is_web_public} size={13} />
        {topicTerms === undefined ? text('view.stream') : stream.name}
      </a>
      <span>
        {parts.map((part) => ` · ${part}`).join('')}
        {topicTerms !== undefined && <Started terms={topicTerms} />}
      </span>
    </>
  );
}

/** When the topic began. */
function Started({ terms }: { readonly terms: readonly AddressTerm[] }) {
  const text = useText();
  const formats = useFormats();
  const first = useFirstMessage(terms);
  if (first === undefined) return null;
  return ` · ${text('view.started', { date: formats.moment(new Date(first.timestamp * 1000), new Date()) })}`;
}

function PersonPlace({ userId }: { readonly userId: number }) {
  const text = useText();
  const person = usePerson(userId);
  const { presence } = usePresence(userId);
  const status = useRecord('user_status', userId);
  const parts = [text('view.direct_with'), ...(person?.is_bot ? [text('person.bot')] : [text(`presence.${presence}`)])];
  return (
    <span>
      {parts.join(' · ')}
      {status !== undefined && (
        <>
          {' · '}
          <StatusEmoji status={status} />
          {status.status_text}
        </>
      )}
    </span>
  );
}
