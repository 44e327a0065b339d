import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from '../design/icon-button.js';
import { useText } from '../languages/index.js';
import { AriaLanguage } from './aria-language.js';
import styles from './dialog-frame.module.css';

interface Props {
  readonly title: string;
  readonly isWide?: boolean | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog over the page, with its heading. The child that is too long scrolls. React Aria loads with it. */
export function DialogFrame({ title, isWide = false, onClose, children }: Props) {
  const text = useText();
  return (
    <AriaLanguage>
      <ModalOverlay className={styles.overlay} isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
        <Modal className={styles.modal} data-wide={isWide || undefined}>
          <Dialog className={styles.dialog}>
            <div className={styles.head}>
              <Heading slot="title" className={styles.title}>
                {title}
              </Heading>
              <IconButton icon="close" label={text('dialog.close')} tip="none" onClick={onClose} />
            </div>
            {children}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaLanguage>
  );
}
