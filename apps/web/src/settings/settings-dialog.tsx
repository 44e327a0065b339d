import type { ReactNode } from 'react';
import { DialogFrame } from '../dialog/index.js';
import styles from './settings-dialog.module.css';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function SettingsDialog({ title, onClose, children }: Props) {
  return (
    <DialogFrame title={title} onClose={onClose}>
      <div className={styles.content}>{children}</div>
    </DialogFrame>
  );
}
