import { IconButton } from '../design/icon-button.js';
import { useText } from '../languages/index.js';
import type { Attachment } from '../uploads/index.js';
import styles from './attachment-list.module.css';

interface Props {
  readonly attachments: readonly Attachment[];
  readonly onCancel: (id: string) => void;
}

/** Files on their way, each with its progress. */
export function AttachmentList({ attachments, onCancel }: Props) {
  const text = useText();
  if (attachments.length === 0) return null;
  return (
    <ul className={styles.list}>
      {attachments.map(({ id, name, size, sent, problem }) => (
        <li key={id}>
          <span className={styles.name}>{name}</span>
          {problem === undefined ? (
            <progress aria-label={text('upload.progress', { name })} value={sent} max={Math.max(size, 1)} />
          ) : (
            <span role="alert">{problem === '' ? text('upload.failed') : problem}</span>
          )}
          <IconButton icon="close" label={text('upload.cancel', { name })} tip="none" onClick={() => onCancel(id)} />
        </li>
      ))}
    </ul>
  );
}
