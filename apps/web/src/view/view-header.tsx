import type { ReactNode } from 'react';
import { go, goBack } from '../addresses/index.js';
import { Icon } from '../design/icon.js';
import { IconButton } from '../design/icon-button.js';
import { useText } from '../languages/index.js';
import styles from './view-header.module.css';

interface Props {
  readonly title: string;
  /** Above the title: where the conversation is. */
  readonly above?: ReactNode;
  readonly isResolved?: boolean | undefined;
  readonly actions?: ReactNode;
}

/** The name of the view with its place and actions; on phones with a way back. */
export function ViewHeader({ title, above, isResolved = false, actions }: Props) {
  const text = useText();
  return (
    <header className={styles.header}>
      <span className={styles.back}>
        <IconButton icon="back" label={text('view.back')} tip="none" onClick={leave} />
      </span>
      <div className={styles.where}>
        {above !== undefined && <div className={styles.above}>{above}</div>}
        <h1 className={styles.title} tabIndex={-1}>
          {isResolved && (
            <span className={styles.resolved} title={text('bar.resolved')}>
              <Icon name="resolved" size={20} />
            </span>
          )}
          {title}
        </h1>
      </div>
      <div className={styles.actions}>{actions}</div>
    </header>
  );
}

/** The last view of this tab, or the inbox for a page that began here. */
function leave(): void {
  if (!goBack()) go({ view: 'inbox' });
}
