import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '../design/icon-button.js';
import { useText } from '../languages/index.js';
import { runCommand } from '../shortcuts/index.js';
import styles from './action-dialog.module.css';
import { openAction, openMessageId } from './open-state.js';

interface Props {
  readonly title: string;
  /** The id of the text that is read with the title. */
  readonly describedBy?: string | undefined;
  readonly children: ReactNode;
}

/** A modal dialog about a message. Its end gives the focus back to where it was. */
export function ActionDialog({ title, describedBy, children }: Props) {
  const text = useText();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Not a layout effect: React ignores the focus events of its end, and the message would have the focus without its actions.
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement as HTMLElement | null;
    const message = document.querySelector<HTMLElement>(`[data-message-id="${openMessageId()}"]`);
    if (element?.open === false) element.showModal();
    return () => {
      element?.close();
      // An entry of a menu is gone by then, and a deleted message.
      const inTabOrder = document.querySelector<HTMLElement>('[role="feed"] > [tabindex="0"]');
      const isThere = (element: HTMLElement | null) => element?.isConnected === true && element !== document.body;
      const target = [before, message, inTabOrder].find(isThere);
      // After a move the view may be another one, without its messages yet.
      if (target == null) runCommand('view.focus');
      else target.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      // The event comes late: after an effect that ran again, the dialog is open.
      onClose={() => dialog.current?.open !== true && openAction(null)}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" label={text('actions.close')} tip="none" onClick={() => openAction(null)} />
      </div>
      {children}
    </dialog>
  );
}
