import { useClient, useField, useRecord } from '../client/index.js';
import { useFormats, useText } from '../languages/index.js';
import { plainText } from '../names/index.js';
import { firstBy, personIn, presenceAt } from '../people/index.js';
import type { Destination } from '../sending/index.js';
import { useSubscribers } from '../subscribers/index.js';
import { useWriters } from '../typing/index.js';
import { useStream } from '../view/index.js';
import { PersonRow } from './person-row.js';
import styles from './right-bar.module.css';

interface Props {
  readonly streamId: number | undefined;
  readonly people: readonly number[] | undefined;
  /** Null for a stream as a whole. */
  readonly conversation: Destination | null;
}

const LIMIT = 40;

/** The people of a stream or direct conversation, and facts about it. */
export function ConversationDetails({ streamId, people, conversation }: Props) {
  const text = useText();
  const { compare } = useFormats();
  const client = useClient();
  const ownId = useField('user_id') ?? 0;
  const stream = useStream(streamId);
  const subscribers = useSubscribers(streamId);
  const writers = useWriters(conversation);
  const ids = people === undefined ? [...(subscribers ?? [])] : [...new Set([...people, ownId])];
  const shown = nearestIds(ids);
  return (
    <>
      <section>
        <h2 className={styles.title}>
          {text(streamId === undefined ? 'details.people' : 'details.subscribers')}{' '}
          <span className={styles.count}>{ids.length}</span>
        </h2>
        <ul className={styles.people}>
          {shown.map((id) => (
            <li key={id}>
              <PersonRow userId={id} isTyping={writers.includes(id)} />
            </li>
          ))}
        </ul>
        {ids.length > shown.length && (
          <p className={styles.more}>{text('people.more', { count: ids.length - shown.length })}</p>
        )}
      </section>
      {stream !== undefined && <StreamFacts streamId={stream.stream_id} />}
    </>
  );

  /** Present people first, then by name. */
  function nearestIds(all: readonly number[]): readonly number[] {
    const { state } = client;
    const nowSeconds = Date.now() / 1000;
    const presences = state.records('presences');
    const isOff = (id: number) =>
      id !== ownId && presenceAt(presences.get(id) as never, nowSeconds).presence === 'offline';
    const known = all.map((id) => ({ id, name: personIn(state, id)?.full_name ?? '', isOff: isOff(id) }));
    return firstBy(
      known,
      LIMIT,
      (one, other) => Number(one.isOff) - Number(other.isOff) || compare(one.name, other.name),
    ).map(({ id }) => id);
  }
}

function StreamFacts({ streamId }: { readonly streamId: number }) {
  const text = useText();
  const formats = useFormats();
  const stream = useStream(streamId);
  const subscription = useRecord('subscriptions', streamId);
  if (stream === undefined) return null;
  const description = plainText(stream.rendered_description);
  const facts: readonly [string, string][] = [
    [
      text('details.access'),
      text(stream.is_web_public ? 'details.web_public' : stream.invite_only ? 'details.private' : 'details.public'),
    ],
    [text('details.created'), formats.moment(new Date(stream.date_created * 1000), new Date())],
    ...(stream.stream_weekly_traffic === null
      ? []
      : ([[text('details.traffic'), formats.number(stream.stream_weekly_traffic)]] as [string, string][])),
    ...(subscription === undefined
      ? []
      : ([
          [
            text('details.notifies'),
            text(
              subscription.is_muted
                ? 'details.muted'
                : subscription.desktop_notifications
                  ? 'details.all'
                  : 'details.mentions',
            ),
          ],
        ] as [string, string][])),
  ];
  return (
    <section>
      <h2 className={styles.title}>{text('details.about')}</h2>
      {description !== '' && <p className={styles.description}>{description}</p>}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
