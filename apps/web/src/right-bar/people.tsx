import { useClient, useField, useRecords } from '../client/index.js';
import { useFormats, useText } from '../languages/index.js';
import { presenceAt, useMinute } from '../people/index.js';
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
  const shown = nearest(people, LIMIT, ({ user_id }) => rank(user_id), compare);
  return (
    <section>
      <h2 className={styles.title}>
        {text('people.name')} <span className={styles.count}>{number(people.length)}</span>
      </h2>
      <ul className={styles.people}>
        {shown.map(({ user_id }) => (
          <li key={user_id}>
            <PersonRow userId={user_id} />
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

interface Named {
  readonly full_name: string;
}

/** The first people by rank and name, without sorting all of a large organization. */
function nearest<Person extends Named>(
  people: readonly Person[],
  limit: number,
  rank: (person: Person) => number,
  compare: (one: string, other: string) => number,
): readonly Person[] {
  const byRank: Person[][] = [[], [], []];
  for (const person of people) byRank[rank(person)]?.push(person);
  const shown: Person[] = [];
  for (const group of byRank) {
    if (shown.length >= limit) break;
    shown.push(...group.sort((one, other) => compare(one.full_name, other.full_name)));
  }
  return shown.slice(0, limit);
}
