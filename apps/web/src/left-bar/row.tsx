import type { CSSProperties, ReactNode } from 'react';
import { type Address, fragmentOf } from '../addresses/index.js';
import { Count } from '../design/count.js';
import { Hidden } from '../design/hidden.js';
import { useText } from '../languages/index.js';
import { useNames } from '../names/index.js';
import styles from './row.module.css';

interface Props {
  readonly address: Address;
  readonly name: string;
  /** Before the name. */
  readonly sign?: ReactNode | undefined;
  readonly count?: number | undefined;
  readonly countKind?: 'plain' | 'news' | 'mention' | undefined;
  /** The count is of other things than unread messages, such as drafts. */
  readonly countsOthers?: boolean | undefined;
  /** After the shown name. */
  readonly mark?: ReactNode | undefined;
  /** After the name for assistive programs: `private`, `muted`. */
  readonly remarks?: readonly string[] | undefined;
  readonly isMuted?: boolean | undefined;
  readonly isOpen: boolean;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
}

/** A link of the left bar. Its name is the shown name, then the count and the remarks. */
export function Row(props: Props) {
  const {
    address,
    name,
    sign,
    count = 0,
    countKind,
    countsOthers = false,
    remarks = [],
    isMuted = false,
    isOpen,
  } = props;
  const text = useText();
  const names = useNames();
  const isUnread = count > 0 && !countsOthers;
  const said = [...(count === 0 ? [] : [text(countsOthers ? 'bar.items' : 'bar.unread', { count })]), ...remarks];
  return (
    <a
      className={props.className === undefined ? styles.row : `${styles.row} ${props.className}`}
      style={props.style}
      href={fragmentOf(address, names)}
      aria-current={isOpen ? 'page' : undefined}
      data-unread={isUnread || undefined}
      data-muted={isMuted || undefined}
    >
      {sign !== undefined && <span className={styles.sign}>{sign}</span>}
      <span className={styles.name}>
        {name}
        {props.mark}
      </span>
      {said.length > 0 && <Hidden>{` ${said.join(', ')}`}</Hidden>}
      <Count count={count} kind={countKind ?? 'plain'} />
    </a>
  );
}
