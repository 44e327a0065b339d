import { Icon } from './icon.js';
import styles from './stream-mark.module.css';
import { streamStyle } from './stream-style.js';

interface Props {
  readonly color: string;
  readonly isPrivate?: boolean | undefined;
  readonly isWebPublic?: boolean | undefined;
  readonly size?: number | undefined;
}

/** The sign before a stream's name, in the stream's color. */
export function StreamMark({ color, isPrivate, isWebPublic, size = 16 }: Props) {
  return (
    <span className={styles.mark} style={streamStyle(color)}>
      <Icon name={isPrivate ? 'lock' : isWebPublic ? 'globe' : 'hash'} size={size} />
    </span>
  );
}
