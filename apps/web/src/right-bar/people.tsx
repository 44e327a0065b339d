import { useClient, useField, useRecords } from '../client/index.js';
import { useFormats, useText } from '../languages/index.js';
import { firstBy, presenceAt, useMinute } from '../people/index.js';
import { PersonRow } from './person-row.js';
import styles from './right-bar.module.css';

/** More are found by the filter of direct messages. */
const LIMIT = 60;

/** The people of the organization: those at their computers first. */
export function People() {
  const text = useText();
  const { compare, number } = useFormats();
  const { state } = useClient();
  const users = useRecords('realm_users');
  const presences = useRecords('presences');
  const ownId = useField('user_id');
  const nowSeconds = useMinute().getTime() / 1000;
  const people = [...users.values()].filter(({ is_bot }) => !is_bot);
  const rank = (id: number) => {
    if (id === ownId) return 0;
    const { presence } = presenceAt(presences.get(id) as never, nowSeconds);
    return presence === 'active' ? 0 : presence === 'idle' ? 1 : 2;
  };
  const ranked = people.map((person) => ({ id: person.user_id, name: person.full_name, rank: rank(person.user_id) }));
  const shown = firstBy(ranked, LIMIT, (one, other) => one.rank - other.rank || compare(one.name, other.name));
  return (
    <section>
      <h2 className={styles.title}>
        {text('people.name')} <span className={styles.count}>{number(people.length)}</span>
      </h2>
      <ul className={styles.people}>
        {shown.map(({ id }) => (
          <li key={id}>
            <PersonRow userId={id} />
          </li>
        ))}
      </ul>
      {people.length > shown.length && (
        <p className={styles.more}>{text('people.more', { count: people.length - shown.length })}</p>
      )}
      {state.field('realm_presence_disabled') === true && <p className={styles.more}>{text('people.no_presence')}</p>}
    </section>
  );
}
