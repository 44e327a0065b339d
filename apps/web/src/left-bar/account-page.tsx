import { useField } from '../client/index.js';
import { Icon } from '../design/icon.js';
import { PersonAvatar, usePerson } from '../people/index.js';
import styles from './account-page.module.css';
import { OwnStatus } from './own-status.js';
import { useAccountItems } from './use-account-items.js';

/** On phones, the account is a view of its own. */
export function AccountPage() {
  const ownId = useField('user_id') ?? 0;
  const person = usePerson(ownId);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <PersonAvatar userId={ownId} size={64} showsPresence />
        <div>
          <h1 className={styles.name}>{person?.full_name}</h1>
          <OwnStatus className={styles.status} />
        </div>
      </header>
      <ul className={styles.actions}>
        {useAccountItems().map(({ id, label, icon, onAction }) => (
          <li key={id}>
            <button type="button" className={styles.action} onClick={onAction}>
              {icon !== undefined && <Icon name={icon} size={20} />}
              {label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
