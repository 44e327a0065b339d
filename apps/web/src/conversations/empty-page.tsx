import type { ReactNode } from 'react';
import { Icon } from '../design/icon.js';
import type { IconName } from '../design/icons.js';
import styles from './list-page.module.css';

interface Props {
  readonly icon: IconName;
  readonly title: string;
  readonly hint?: string | undefined;
  readonly children?: ReactNode;
}

/** Instead of a list without entries. */
export function EmptyPage({ icon, title, hint, children }: Props) {
  return (
    <div className={styles.empty}>
      <span className={styles.emptySign}>
        <Icon name={icon} size={30} />
      </span>
      <p className={styles.emptyTitle}>{title}</p>
      {hint !== undefined && <p className={styles.emptyText}>{hint}</p>}
      {children}
    </div>
  );
}
