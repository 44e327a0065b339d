import type { Message } from '@chat/chat-client';
import { useClient } from '../client/index.js';
import { Avatar } from '../design/avatar.js';
import { useFormats, useText } from '../languages/index.js';
import { firstBy } from '../people/index.js';
import { ActionDialog } from './action-dialog.js';
import styles from './action-dialog.module.css';
import { useLoaded } from './use-loaded.js';

/** More are counted, not named: hundreds of pictures would hold the page up. */
const MAX_NAMED = 100;

export default function ReadersDialog({ message }: { readonly message: Message }) {
  const client = useClient();
  const text = useText();
  const formats = useFormats();
  const { value, problem } = useLoaded(async () => {
    const { user_ids: ids } = await client.api.get(`/messages/${message.id}/read_receipts`);
    return ids as readonly number[];
  });
  const users = client.state.records('realm_users');
  const readers = (value ?? []).map((id) => users.get(id)).filter((user) => user !== undefined);
  const named = firstBy(readers, MAX_NAMED, (one, other) => formats.compare(one.full_name, other.full_name));
  const more = readers.length - named.length;
  return (
    <ActionDialog title={text('actions.readersTitle')}>
      <div className={styles.body}>
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        {value !== undefined && (
          <p className={styles.note}>{text('actions.readersCount', { count: readers.length })}</p>
        )}
        {named.length > 0 && (
          <ul className={styles.people}>
            {named.map((user) => (
              <li key={user.user_id}>
                <Avatar userId={user.user_id} name={user.full_name} picture={user.avatar_url} size={28} />
                {user.full_name}
              </li>
            ))}
          </ul>
        )}
        {more > 0 && <p className={styles.note}>{text('people.more', { count: more })}</p>}
      </div>
    </ActionDialog>
  );
}
