import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../design/button.js';
import inputs from '../design/input.module.css';
import { useText } from '../languages/index.js';
import styles from './widget.module.css';

/** A line in a widget, in characters. With its names, a change stays below the server's limit. */
const MAX_LINE = 500;

interface Props {
  /** Of the field. */
  readonly label: string;
  /** Of the button. */
  readonly action: string;
  readonly initial?: string;
  readonly isFocused?: boolean;
  /** Whether the list has the line already. */
  readonly isTaken?: (line: string) => boolean;
  readonly onCancel?: () => void;
  /** Resolves with whether it was done; then the field is empty again. */
  readonly onSubmit: (line: string) => Promise<boolean>;
}

/** A field for one line, with its button. */
export function LineForm({ label, action, initial = '', isFocused = false, isTaken, onCancel, onSubmit }: Props) {
  const text = useText();
  const fieldId = useId();
  const problemId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [line, setLine] = useState(initial);
  const [isRepeated, setRepeated] = useState(false);
  const isSubmitting = useRef(false);
  useEffect(() => {
    if (isFocused) field.current?.select();
  }, [isFocused]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given = line.trim();
    if (given === '') return;
    const isThere = isTaken?.(given) ?? false;
    setRepeated(isThere);
    if (isThere || isSubmitting.current) return;
    isSubmitting.current = true;
    const isDone = await onSubmit(given);
    isSubmitting.current = false;
    // A further line may have been begun meanwhile.
    if (isDone) setLine((now) => (now.trim() === given ? '' : now));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of the list, such as "j", are letters here.
    event.stopPropagation();
    if (event.key === 'Escape' && onCancel) onCancel();
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <input
        ref={field}
        className={inputs.input}
        id={fieldId}
        value={line}
        maxLength={MAX_LINE}
        placeholder={label}
        aria-label={label}
        aria-invalid={isRepeated || undefined}
        aria-describedby={isRepeated ? problemId : undefined}
        autoComplete="off"
        onChange={(event) => {
          setLine(event.target.value);
          setRepeated(false);
        }}
        onKeyDown={onKeyDown}
      />
      <Button type="submit">{action}</Button>
      {onCancel && <Button onClick={onCancel}>{text('actions.cancel')}</Button>}
      {isRepeated && (
        <p id={problemId} className={styles.problem} role="alert">
          {text('widget.repeated')}
        </p>
      )}
    </form>
  );
}
