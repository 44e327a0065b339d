import { useState } from 'react';
import { IconButton } from '../design/icon-button.js';
import { useText } from '../languages/index.js';
import styles from './gone-notice.module.css';

/** Over the messages, so that they stay where they are: the message of the link is gone. */
export function GoneNotice({ isGone }: { readonly isGone: boolean }) {
  const text = useText();
  const [isClosed, setIsClosed] = useState(false);
  const isShown = isGone && !isClosed;
  return (
    <div role="status" className={isShown ? styles.notice : undefined}>
      {isShown && (
        <>
          <p>
            <b>{text('problem.gone')}.</b> {text('problem.gone_hint')}
          </p>
          <IconButton icon="close" label={text('dialog.close')} tip="none" onClick={() => setIsClosed(true)} />
        </>
      )}
    </div>
  );
}
