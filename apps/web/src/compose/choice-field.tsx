import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import inputs from '../design/input.module.css';
import optionStyles from '../design/options.module.css';
import styles from './choice-field.module.css';

interface Option {
  readonly id: string;
  readonly name: string;
}

interface Props {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onType: (value: string) => void;
  readonly onChoose: (option: Option) => void;
  readonly onFocus?: (() => void) | undefined;
  readonly takesFocus?: boolean | undefined;
  /** In place of the label, which only assistive programs have then. */
  readonly placeholder?: string | undefined;
  /** The suggestions take room in the page. */
  readonly isInline?: boolean | undefined;
}

/** A combobox: free text with suggestions below it. */
export function ChoiceField({
  label,
  value,
  options,
  onType,
  onChoose,
  onFocus,
  takesFocus = false,
  placeholder,
  isInline = false,
}: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const isShown = isOpen && options.length > 0;
  const choose = (option: Option) => {
    onChoose(option);
    setIsOpen(false);
    setAt(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      setIsOpen(true);
      setAt((now) => (now + step + options.length) % Math.max(options.length, 1));
    } else if (event.key === 'Escape' && isShown) setIsOpen(false);
    else if (event.key === 'Enter') {
      const option = options[at] ?? options[0];
      if (isShown && option !== undefined) choose(option);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className={styles.field} data-inline={isInline || undefined}>
      {placeholder === undefined && <label htmlFor={id}>{label}</label>}
      <input
        id={id}
        className={isInline ? inputs.input : styles.line}
        role="combobox"
        aria-label={placeholder === undefined ? undefined : label}
        placeholder={placeholder}
        autoComplete="off"
        ref={field}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && at >= 0 ? `${id}-${at}` : undefined}
        value={value}
        onChange={(event) => {
          onType(event.target.value);
          setIsOpen(true);
          setAt(-1);
        }}
        onFocus={() => {
          setIsOpen(true);
          onFocus?.();
        }}
        onBlur={() => setIsOpen(false)}
        onKeyDown={onKeyDown}
      />
      {isShown && (
        <div id={`${id}-list`} role="listbox" aria-label={label} className={`${optionStyles.list} ${styles.list}`}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose.
            <div
              key={option.id}
              id={`${id}-${index}`}
              role="option"
              className={optionStyles.option}
              tabIndex={-1}
              aria-selected={index === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {option.name}
            </div>
          ))}
        </div>
      )}
    </span>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
