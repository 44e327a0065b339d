import { useText } from '../languages/index.js';
import styles from './right-bar.module.css';

interface Props {
  readonly description?: string | undefined;
  /** Names with values. */
  readonly facts: readonly (readonly [string, string])[];
}

/** The section "About". */
export function Facts({ description = '', facts }: Props) {
  const text = useText();
  return (
    <section>
      <h2 className={styles.title}>{text('details.about')}</h2>
      {description !== '' && <p className={styles.description}>{description}</p>}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
