import { useEffect, useState } from 'react';
import { useClient } from '../client/index.js';
import { useText } from '../languages/index.js';
import { MessageContent } from '../message/message-content.js';
import styles from './compose.module.css';

/** The text as the server will show it. */
export function Preview({ content }: { readonly content: string }) {
  const text = useText();
  const client = useClient();
  const [html, setHtml] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    client.api.call('POST', '/messages/render', { content }).then(
      ({ status, body }) => {
        if (!isCurrent) return;
        if (status === 200) setHtml(body.rendered as string);
        else setProblem((body.msg as string | undefined) ?? '');
      },
      () => isCurrent && setProblem(''),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, content]);
  if (problem !== undefined) {
    return (
      <p className={styles.problem} role="alert">
        {problem === '' ? text('compose.preview_failed') : problem}
      </p>
    );
  }
  return (
    <section className={styles.preview} aria-label={text('compose.preview')} aria-busy={html === undefined}>
      {html !== undefined && <MessageContent html={html} />}
    </section>
  );
}
