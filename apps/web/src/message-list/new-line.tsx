import { useText } from '../languages/index.js';
import styles from './lines.module.css';
import { useUnreadSummary } from './unread-summary.js';

/** Stands before the first message that was unread when the view opened, for as long as it is read. */
export function NewLine() {
  const text = useText();
  const { count, isComplete, hasUnread, markAsRead } = useUnreadSummary();
  const number = text(isComplete ? 'list.newCount' : 'list.newAtLeast', { count });
  return (
    <div className={styles.unread}>
      {/* Own messages from another program are unread, too, and not counted. */}
      <span>{count === 0 ? text('list.newMessages') : number}</span>
      <hr aria-label={text('list.newMessages')} />
      {hasUnread && (
        <button type="button" onClick={markAsRead}>
          {text('list.markAsRead')}
        </button>
      )}
    </div>
  );
}
