import styles from './count.module.css';

interface Props {
  readonly count: number;
  /** `news` in the accent color, `mention` in that of mentions, `plain` as a number. */
  readonly kind?: 'plain' | 'news' | 'mention' | undefined;
}

/** A number next to a name. Its meaning belongs to the name of the link, so assistive programs skip it. */
export function Count({ count, kind = 'plain' }: Props) {
  if (count === 0) return null;
  return (
    <span className={styles[kind]} aria-hidden="true">
      {kind === 'mention' && <span className={styles.at}>@</span>}
      {count > 999 ? '999+' : count}
    </span>
  );
}
