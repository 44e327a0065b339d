import { useClient, useField } from '../client/index.js';
import { useFormats, useText } from '../languages/index.js';
import { firstBy, personIn, presenceAt } from '../people/index.js';
import { PersonRow } from './person-row.js';
import styles from './right-bar.module.css';

interface Props {
  readonly title: string;
  readonly userIds: readonly number[];
  /** Of them, those that type in the conversation in view. */
  readonly writers: readonly number[];
}

const LIMIT = 40;

/** The people of a conversation or stream: present ones first, then by name. Nothing without people. */
export function PeopleList({ title, userIds, writers }: Props) {
  const text = useText();
  const { compare, number } = useFormats();
  const { state } = useClient();
  const ownId = useField('user_id');
  if (userIds.length === 0) return null;
  const nowSeconds = Date.now() / 1000;
  const presences = state.records('presences');
  const isOff = (id: number) =>
    id !== ownId && presenceAt(presences.get(id) as never, nowSeconds).presence === 'offline';
  const known = userIds.map((id) => ({ id, name: personIn(state, id)?.full_name ?? '', isOff: isOff(id) }));
  const shown = firstBy(
    known,
    LIMIT,
    (one, other) => Number(one.isOff) - Number(other.isOff) || compare(one.name, other.name),
  );
  return (
    <section>
      <h2 className={styles.title}>
        {title} <span className={styles.count}>{number(userIds.length)}</span>
      </h2>
      <ul className={styles.people}>
        {shown.map(({ id }) => (
          <li key={id}>
            <PersonRow userId={id} isTyping={writers.includes(id)} />
          </li>
        ))}
      </ul>
      {userIds.length > shown.length && (
        <p className={styles.more}>{text('people.more', { count: userIds.length - shown.length })}</p>
      )}
    </section>
  );
}
