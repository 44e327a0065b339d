import { type KeyboardEvent, useRef } from 'react';
import { Icon } from '../design/icon.js';
import box from '../design/search-box.module.css';
import { type Command, runCommand, useCommand } from '../shortcuts/index.js';
import styles from './filter-field.module.css';

interface Props {
  /** The accessible name. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Enter opens the first entry that is left. */
  readonly onEnter: () => void;
  /** The command that brings the focus here. */
  readonly command: Command;
}

/** Narrows the list below. Escape empties it first, and then leaves it. */
export function FilterField({ label, value, onChange, onEnter, command }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useCommand(command, () => {
    // Hidden on phones while another view is open.
    if (field.current?.offsetParent == null) return false;
    field.current.focus();
    field.current.select();
    return true;
  });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (value === '') runCommand('view.focus');
    else onChange('');
  };
  return (
    <label className={`${box.box} ${styles.field}`} data-used={value !== '' || undefined}>
      <Icon name="search" size={14} />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </label>
  );
}
