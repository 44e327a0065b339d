import { Fragment } from 'react';
import { KeyCaps } from '../design/key-caps.js';
import { useText } from '../languages/index.js';
import styles from './key-hints.module.css';

/** The keys that a writer needs most, under the box. */
export function KeyHints({ entersSend }: { readonly entersSend: boolean }) {
  const text = useText();
  const hints = [
    { keys: entersSend ? 'Enter' : 'Ctrl+Enter', label: text('compose.key_sends') },
    { keys: '?', label: text('compose.key_all') },
  ];
  return (
    <p className={styles.hints}>
      {hints.map(({ keys, label }, index) => (
        <Fragment key={keys}>
          {index > 0 && <span aria-hidden="true">·</span>}
          <span>
            <KeyCaps keys={keys} /> {label}
          </span>
        </Fragment>
      ))}
    </p>
  );
}
