import type { Message } from '@chat/chat-client';
import { useId } from 'react';
import { useField } from '../client/index.js';
import { useText } from '../languages/index.js';
import { MAX_INDEX } from './change.js';
import { LineForm } from './line-form.js';
import type { TodoList } from './todo-list.js';
import { useNextIndex } from './use-next-index.js';
import { useSubmessage } from './use-submessage.js';
import styles from './widget.module.css';

interface Props {
  readonly message: Message;
  readonly list: TodoList;
}

export function TodoListView({ message, list }: Props) {
  const text = useText();
  const titleId = useId();
  const ownUserId = useField('user_id') as number;
  const { add, problem } = useSubmessage(message.id);
  const index = list.nextIndex.get(ownUserId) ?? 1;
  const nextIndex = useNextIndex(index);
  return (
    <section className={styles.widget} aria-labelledby={titleId}>
      <b id={titleId} className={styles.title}>
        {text('widget.todo')}
      </b>
      <ul className={styles.list}>
        {list.tasks.map(({ key, name, description, isDone }) => (
          <li key={key}>
            <label className={styles.task} data-done={isDone || undefined}>
              <input type="checkbox" checked={isDone} onChange={() => void add({ type: 'strike', key })} />
              <span>
                {name}
                {description !== '' && <small className={styles.note}>{description}</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {index <= MAX_INDEX && (
        <LineForm
          label={text('widget.newTask')}
          action={text('widget.addTask')}
          isTaken={(line) => list.tasks.some(({ name }) => name === line)}
          onSubmit={(task) => add({ type: 'new_task', key: nextIndex(), task, desc: '', completed: false })}
        />
      )}
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    </section>
  );
}
