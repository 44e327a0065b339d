import { useId } from 'react';
import { Icon } from '../design/icon.js';
import { useText } from '../languages/index.js';
import styles from './jump-to-latest.module.css';

interface Props {
  /** Messages that arrived below. */
  readonly count: number;
  readonly onJump: () => void;
}

export function JumpToLatest({ count, onJump }: Props) {
  const text = useText();
  const countId = useId();
  return (
    <div className={styles.jump}>
      <button
        type="button"
        className={styles.button}
        aria-describedby={count > 0 ? countId : undefined}
        onClick={onJump}
      >
        <Icon name="down" size={16} />
        {text('list.jumpToLatest')}
      </button>
      {count > 0 && (
        <span id={countId} className={styles.count}>
          {text('list.newCount', { count })}
        </span>
      )}
    </div>
  );
}
