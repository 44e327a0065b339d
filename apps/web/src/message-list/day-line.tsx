import { useFormats } from '../languages/index.js';
import styles from './lines.module.css';

/** The first message of a day says which. */
export function DayLine({ day }: { readonly day: number }) {
  const name = useFormats().day(new Date(day), new Date());
  return (
    <div className={styles.day}>
      <hr aria-label={name} />
      <span aria-hidden="true">{name}</span>
    </div>
  );
}
