import type { Message } from '@chat/chat-client';
import { Icon } from '../design/icon.js';
import { useFormats, useText } from '../languages/index.js';
import styles from './message-marks.module.css';

/** Small signs: edited, moved, starred. */
export function MessageMarks({ message }: { readonly message: Message }) {
  const text = useText();
  const formats = useFormats();
  const mark = changeOf(message);
  const isStarred = message.flags.includes('starred');
  if (mark === null && !isStarred) return null;
  return (
    <span className={styles.marks}>
      {mark !== null && (
        <span title={formats.exact(new Date((message.last_edit_timestamp ?? 0) * 1000))}>{text(mark)}</span>
      )}
      {isStarred && (
        <span className={styles.star} role="img" aria-label={text('message.starred')}>
          <Icon name="star" size={13} />
        </span>
      )}
    </span>
  );
}

/** A message that only went to another conversation was moved; its words are as they were. */
function changeOf({ last_edit_timestamp: edited, edit_history: history }: Message) {
  if (edited === undefined) return null;
  const wasEdited = history === undefined || history.some((edit) => edit.prev_content !== undefined);
  return wasEdited ? 'message.edited' : 'message.moved';
}
