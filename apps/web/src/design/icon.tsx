import styles from './icon.module.css';
import { ICONS, type IconName } from './icons.js';

interface Props {
  readonly name: IconName;
  /** Width and height in pixels. */
  readonly size?: number;
}

/** Point along the line of text, so a right-to-left language turns them. */
const DIRECTED: ReadonlySet<IconName> = new Set(['back', 'right', 'move', 'reply', 'send', 'leave', 'quote', 'list']);

/** A picture next to a text or in a named button; hidden from assistive programs. */
export function Icon({ name, size = 18 }: Props) {
  return (
    <svg
      className={styles.icon}
      data-directed={DIRECTED.has(name) || undefined}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={ICONS[name]} />
    </svg>
  );
}
