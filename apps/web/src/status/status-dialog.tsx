import { type FormEvent, useId, useState } from 'react';
import { useClient, useField, useRecord } from '../client/index.js';
import { fieldValue } from '../compose/schedule-times.js';
import { Button } from '../design/button.js';
import { IconButton } from '../design/icon-button.js';
import inputs from '../design/input.module.css';
import { DialogFrame } from '../dialog/index.js';
import { EmojiButton } from '../emoji/index.js';
import { useText } from '../languages/index.js';
import { reasonOf } from '../message-actions/reason.js';
import styles from './status-dialog.module.css';
import { StatusEmoji } from './status-emoji.js';
import { END_CHOICES, type EndChoice, endOfChoice } from './status-end.js';
import { NO_STATUS, useStatusEnd } from './use-own-status.js';

/** As the server. */
const MAX_TEXT = 60;

/** Sets the own status, with an emoji and an end. */
export default function StatusDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { api } = useClient();
  const ids = useId();
  const userId = useField('user_id') ?? 0;
  const known = useRecord('user_status', userId);
  const [words, setWords] = useState(known?.status_text ?? '');
  const [emoji, setEmoji] = useState({
    emoji_name: known?.emoji_name ?? '',
    emoji_code: known?.emoji_code ?? '',
    reaction_type: known?.reaction_type ?? '',
  });
  const knownEnd = useStatusEnd();
  const [choice, setChoice] = useState<EndChoice>(knownEnd === undefined ? 'never' : 'time');
  const [time, setTime] = useState(knownEnd === undefined ? '' : fieldValue(knownEnd));
  const [problem, setProblem] = useState('');
  const isEmpty = words.trim() === '' && emoji.emoji_name === '';

  const store = async (status: Readonly<Record<string, string>>, end: Date | undefined) => {
    try {
      const endSeconds = end === undefined ? null : Math.floor(end.getTime() / 1_000);
      await api.post('/users/me/status', { ...status, scheduled_end_time: endSeconds });
      onClose();
    } catch (error) {
      setProblem(reasonOf(error, text));
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const now = new Date();
    const end = endOfChoice(choice, now, time);
    // A field without a time has none in the future either.
    if (end !== undefined && !(end > now)) return setProblem(text('schedule.past'));
    void store(isEmpty ? NO_STATUS : { status_text: words.trim(), ...emoji }, isEmpty ? undefined : end);
  };
  return (
    <DialogFrame title={text('status.title')} onClose={onClose}>
      <form className={styles.form} onSubmit={save}>
        <div className={styles.status}>
          <EmojiButton
            label={text('status.emoji')}
            onPick={({ name, code, type }) => setEmoji({ emoji_name: name, emoji_code: code, reaction_type: type })}
          />
          {emoji.emoji_name !== '' && (
            <>
              <StatusEmoji status={emoji} />
              <IconButton
                icon="close"
                iconSize={14}
                label={text('status.no_emoji')}
                onClick={() => setEmoji({ emoji_name: '', emoji_code: '', reaction_type: '' })}
              />
            </>
          )}
          <input
            className={inputs.input}
            aria-label={text('status.text')}
            placeholder={text('status.placeholder')}
            value={words}
            maxLength={MAX_TEXT}
            onChange={({ target }) => setWords(target.value)}
          />
        </div>
        <label className={styles.row}>
          {text('status.end')}
          <select
            className={inputs.input}
            value={choice}
            onChange={({ target }) => setChoice(target.value as EndChoice)}
          >
            {END_CHOICES.map((each) => (
              <option key={each} value={each}>
                {text(`status.end_${each}`)}
              </option>
            ))}
          </select>
        </label>
        {choice === 'time' && (
          <label className={styles.row}>
            {text('schedule.time')}
            <input
              className={inputs.input}
              type="datetime-local"
              required
              value={time}
              aria-invalid={problem !== ''}
              aria-describedby={problem === '' ? undefined : `${ids}-problem`}
              onChange={({ target }) => setTime(target.value)}
            />
          </label>
        )}
        <div className={styles.actions}>
          <p id={`${ids}-problem`} role="alert" className={styles.problem}>
            {problem}
          </p>
          {known !== undefined && (
            <Button onClick={() => void store(NO_STATUS, undefined)}>{text('status.clear')}</Button>
          )}
          <Button kind="main" type="submit">
            {text('status.save')}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
