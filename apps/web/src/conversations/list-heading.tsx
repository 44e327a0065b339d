import { BackButton } from '../design/back-button.js';
import styles from './list-page.module.css';

interface Props {
  readonly name: string;
  readonly hasBack?: boolean;
}

/** The name of a list; on phones with a way back. */
export function ListHeading({ name, hasBack = true }: Props) {
  return (
    <div className={styles.heading} data-back={hasBack || undefined}>
      {hasBack && <BackButton />}
      <h1 className={styles.title}>{name}</h1>
    </div>
  );
}
