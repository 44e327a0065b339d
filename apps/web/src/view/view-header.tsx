import type { ReactNode } from 'react';
import { BackButton } from '../design/back-button.js';
import { Icon } from '../design/icon.js';
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
      <BackButton />
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
