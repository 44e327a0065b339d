import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from '../design/icon-button.js';
import { useText } from '../languages/index.js';
import styles from './settings-dialog.module.css';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The frame of a dialog of settings. */
export function SettingsDialog({ title, onClose, children }: Props) {
  const text = useText();
  return (
    <ModalOverlay className={styles.overlay} isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className={styles.modal}>
        <Dialog className={styles.dialog}>
          <div className={styles.head}>
            <Heading slot="title" className={styles.title}>
              {title}
            </Heading>
            <IconButton icon="close" label={text('dialog.close')} tip="none" onClick={onClose} />
          </div>
          <div className={styles.content}>{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
