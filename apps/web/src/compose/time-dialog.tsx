import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../design/button.js';
import inputs from '../design/input.module.css';
import { useText } from '../languages/index.js';
import dialogStyles from './dialog.module.css';
import { chosenTime, fieldValue, tomorrow } from './schedule-times.js';

interface Props {
  readonly onChoose: (time: Date) => void;
  readonly onClose: () => void;
}

/** Asks for a time in the future. */
export function TimeDialog({ onChoose, onClose }: Props) {
  const text = useText();
  const ids = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [value, setValue] = useState(() => fieldValue(tomorrow(new Date())));
  const [isPast, setIsPast] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In React's tree the dialog is inside the form of the message.
    event.stopPropagation();
    const time = chosenTime(value, new Date());
    if (time === null) setIsPast(true);
    else onChoose(time);
  };
  return createPortal(
    <dialog ref={dialog} className={dialogStyles.dialog} aria-labelledby={`${ids}-title`} onClose={onClose}>
      <form onSubmit={submit}>
        <h2 id={`${ids}-title`}>{text('schedule.choose')}</h2>
        <label>
          {text('schedule.time')}
          <input
            className={inputs.input}
            type="datetime-local"
            value={value}
            required
            aria-invalid={isPast}
            aria-describedby={isPast ? `${ids}-problem` : undefined}
            onChange={(event) => setValue(event.target.value)}
          />
        </label>
        {isPast && (
          <p id={`${ids}-problem`} role="alert">
            {text('schedule.past')}
          </p>
        )}
        <div className={dialogStyles.actions}>
          <Button onClick={onClose}>{text('dialog.cancel')}</Button>
          <Button kind="main" type="submit">
            {text('schedule.confirm')}
          </Button>
        </div>
      </form>
    </dialog>,
    document.body,
  );
}
