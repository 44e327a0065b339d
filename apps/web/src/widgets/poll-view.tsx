import type { Message } from '@chat/chat-client';
import { type CSSProperties, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useClient, useField } from '../client/index.js';
import { Hidden } from '../design/hidden.js';
import { IconButton } from '../design/icon-button.js';
import { useFormats, useText } from '../languages/index.js';
import { MAX_INDEX } from './change.js';
import { LineForm } from './line-form.js';
import type { Poll, PollOption } from './poll.js';
import { useNextIndex } from './use-next-index.js';
import { useSubmessage } from './use-submessage.js';
import styles from './widget.module.css';

/** Voters that are named; the others are counted. */
const MAX_NAMED = 8;

interface Props {
  readonly message: Message;
  readonly poll: Poll;
}

export function PollView({ message, poll }: Props) {
  const text = useText();
  const titleId = useId();
  const ownUserId = useField('user_id') as number;
  const { add, problem } = useSubmessage(message.id);
  const index = poll.nextIndex.get(ownUserId) ?? 1;
  const nextIndex = useNextIndex(index);
  const mostVotes = Math.max(1, ...poll.options.map(({ voterIds }) => voterIds.length));
  return (
    <section className={styles.widget} aria-labelledby={titleId}>
      <Question
        titleId={titleId}
        question={poll.question}
        isAuthor={message.sender_id === ownUserId}
        onChange={(question) => add({ type: 'question', question })}
      />
      <ul className={styles.list}>
        {poll.options.map((option) => (
          <Option
            key={option.key}
            option={option}
            share={option.voterIds.length / mostVotes}
            ownUserId={ownUserId}
            onVote={(vote) => void add({ type: 'vote', key: option.key, vote })}
          />
        ))}
      </ul>
      {index <= MAX_INDEX && (
        <LineForm
          label={text('widget.newOption')}
          action={text('widget.addOption')}
          isTaken={(line) => poll.options.some((option) => option.text === line)}
          onSubmit={(option) => add({ type: 'new_option', option, idx: nextIndex() })}
        />
      )}
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    </section>
  );
}

interface QuestionProps {
  readonly titleId: string;
  readonly question: string;
  readonly isAuthor: boolean;
  readonly onChange: (question: string) => Promise<boolean>;
}

/** The author of a poll without a question is asked for it. */
function Question({ titleId, question, isAuthor, onChange }: QuestionProps) {
  const text = useText();
  const [isEdited, setEdited] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setEdited(false));
    button.current?.focus();
  };
  return (
    <>
      <div className={styles.head}>
        <b id={titleId} className={styles.title}>
          {question === '' ? text('widget.poll') : question}
        </b>
        {isAuthor && !isEdited && (
          <IconButton
            ref={button}
            icon="pen"
            iconSize={15}
            label={text('widget.editQuestion')}
            onClick={() => setEdited(true)}
          />
        )}
      </div>
      {isEdited && (
        <LineForm
          label={text('widget.question')}
          action={text('actions.save')}
          initial={question}
          isFocused
          onCancel={close}
          onSubmit={async (line) => {
            const isDone = line === question || (await onChange(line));
            if (isDone) close();
            return isDone;
          }}
        />
      )}
    </>
  );
}

interface OptionProps {
  readonly option: PollOption;
  /** Votes in relation to those of the leading option. */
  readonly share: number;
  readonly ownUserId: number;
  readonly onVote: (vote: 1 | -1) => void;
}

function Option({ option: { text: name, voterIds }, share, ownUserId, onVote }: OptionProps) {
  const text = useText();
  const formats = useFormats();
  const votersId = useId();
  const names = useVoterNames(voterIds, ownUserId);
  const isOwn = voterIds.includes(ownUserId);
  const count = voterIds.length;
  return (
    <li>
      <button
        type="button"
        className={styles.option}
        style={{ '--share': `${100 * share}%` } as CSSProperties}
        aria-pressed={isOwn}
        aria-describedby={count > 0 ? votersId : undefined}
        onClick={() => onVote(isOwn ? -1 : 1)}
      >
        <span>{name}</span> <Hidden>{text('widget.votes', { count })}</Hidden>
        <span className={styles.count} aria-hidden="true">
          {formats.number(count)}
        </span>
      </button>
      {count > 0 && (
        <small id={votersId} className={styles.note}>
          {names}
        </small>
      )}
    </li>
  );
}

function useVoterNames(voterIds: readonly number[], ownUserId: number): string {
  const client = useClient();
  const text = useText();
  const formats = useFormats();
  const users = client.state.records('realm_users');
  const ids = voterIds.includes(ownUserId) ? [ownUserId, ...voterIds.filter((id) => id !== ownUserId)] : voterIds;
  const named = ids
    .slice(0, MAX_NAMED)
    .map((id) => (id === ownUserId ? text('message.you') : users.get(id)?.full_name));
  const others = ids.length - named.length;
  const names = named.map((name) => name ?? text('widget.unknownPerson'));
  return formats.list(others > 0 ? [...names, text('widget.others', { count: others })] : names);
}
