import { useConnection } from '../client/index.js';
import { useText } from '../languages/index.js';
import styles from './connection.module.css';

/** Says that the network is away. Empty while all is well. */
export function Connection() {
  const text = useText();
  const { state } = useConnection();
  return (
    <div role="status" aria-label={text('connection.name')} className={styles.connection}>
      {state === 'lost' && <span className={styles.notice}>{text('connection.lost')}</span>}
    </div>
  );
}
