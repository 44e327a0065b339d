import { useClient } from '../client/index.js';
import { useFormats, useText } from '../languages/index.js';
import { personIn } from '../people/index.js';
import type { Destination } from '../sending/index.js';
import styles from './typing-line.module.css';
import { useWriters } from './use-writers.js';

/** More are not named. */
const MAX_NAMED = 3;

/** Names the writers of the conversation. It keeps its room, so that the text above stays where it is. */
export function TypingLine({ conversation }: { readonly conversation: Destination }) {
  const text = useText();
  const { list } = useFormats();
  const { state } = useClient();
  const writers = useWriters(conversation);
  const names = writers.map((id) => personIn(state, id)?.full_name ?? text('person.unknown'));
  return (
    <p className={styles.line} role="status">
      {names.length > 0 && (
        <>
          <span className={styles.dots} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {names.length > MAX_NAMED
            ? text('typing.many')
            : text('typing.people', { people: list(names), count: names.length })}
        </>
      )}
    </p>
  );
}
