import { go, goBack } from '../addresses/index.js';
import { useText } from '../languages/index.js';
import styles from './back-button.module.css';
import { IconButton } from './icon-button.js';

/** On phones: opens the last view of this tab, or the inbox for a page that began here. */
export function BackButton() {
  const text = useText();
  return (
    <span className={styles.back}>
      <IconButton icon="back" label={text('view.back')} tip="none" onClick={leave} />
    </span>
  );
}

function leave(): void {
  if (!goBack()) go({ view: 'inbox' });
}
