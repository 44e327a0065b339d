import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './button.module.css';

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'> {
  readonly kind?: 'main' | 'quiet' | 'danger' | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

export function Button({ kind = 'quiet', type = 'button', ...rest }: Props) {
  return <button type={type} className={styles[kind]} {...rest} />;
}
