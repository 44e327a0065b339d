import { NoResponse, UnexpectedResponse } from '@chat/chat-client';
import { useEffect, useState } from 'react';
import { IconButton } from '../design/icon-button.js';
import notice from '../design/notice.module.css';
import { useText } from '../languages/index.js';
import { reasonOf } from '../message-actions/reason.js';

/**
 * Says why an action failed that has no place of its own for errors: nothing has caught the error. Requests of the background catch theirs.
 */
export function RefusedAction() {
  const text = useText();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const show = (event: PromiseRejectionEvent) => {
      const { reason } = event;
      if (!(reason instanceof UnexpectedResponse || reason instanceof NoResponse)) return;
      event.preventDefault();
      setProblem(reasonOf(reason, text));
    };
    window.addEventListener('unhandledrejection', show);
    return () => window.removeEventListener('unhandledrejection', show);
  }, [text]);
  if (problem === '') return null;
  return (
    <div className={notice.notice}>
      <p role="alert">{problem}</p>
      <IconButton icon="close" label={text('dialog.close')} tip="none" onClick={() => setProblem('')} />
    </div>
  );
}
