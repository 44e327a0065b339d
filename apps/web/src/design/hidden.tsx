import type { ReactNode } from 'react';
import styles from './hidden.module.css';

/** Text for assistive programs only. */
export function Hidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
