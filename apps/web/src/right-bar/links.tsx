import { type AddressTerm, fragmentOf } from '../addresses/index.js';
import { Icon } from '../design/icon.js';
import { useFormats, useText } from '../languages/index.js';
import { useNames } from '../names/index.js';
import styles from './right-bar.module.css';
import type { LinkOfMessage } from './use-conversation.js';

interface Props {
  readonly terms: readonly AddressTerm[];
  readonly links: readonly LinkOfMessage[];
  /** No other messages of the conversation exist. */
  readonly isComplete: boolean;
}

/** Links and files of the loaded messages; earlier ones are in a view of their own. */
export function Links({ terms, links, isComplete }: Props) {
  const text = useText();
  const formats = useFormats();
  const names = useNames();
  if (links.length === 0) return null;
  const withLinks = [...terms, { operator: 'has', operand: 'link', negated: false }];
  return (
    <section>
      <h2 className={styles.title}>{text('details.links')}</h2>
      <ul className={styles.links}>
        {links.map(({ href, label, isFile, message }) => (
          <li key={href}>
            <a className={styles.link} href={href} {...(href.startsWith('/#') ? {} : ELSEWHERE)}>
              <Icon name={isFile ? 'clip' : 'link'} size={16} />
              <span className={styles.label}>
                <bdi>{label}</bdi>
                <small>
                  {text('details.link_by', {
                    name: message.sender_full_name,
                    date: formats.moment(new Date(message.timestamp * 1000), new Date()),
                  })}
                </small>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {!isComplete && (
        <a className={styles.all} href={fragmentOf({ view: 'narrow', terms: withLinks }, names)}>
          {text('details.all_links')}
        </a>
      )}
    </section>
  );
}

const ELSEWHERE = { target: '_blank', rel: 'noopener noreferrer' } as const;
