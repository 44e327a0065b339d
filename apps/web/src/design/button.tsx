import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './button.module.css';

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'> {
  readonly kind?: 'main' | 'quiet' | 'danger' | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
  /** Its action runs, so presses do nothing. The focus stays: a disabled button would lose it. */
  readonly isRunning?: boolean | undefined;
}

export function Button({ kind = 'quiet', type = 'button', isRunning = false, onClick, ...rest }: Props) {
  return (
    <button
      type={type}
      className={styles[kind]}
      aria-disabled={isRunning || undefined}
      onClick={isRunning ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  );
}
