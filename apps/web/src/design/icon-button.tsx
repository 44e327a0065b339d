import type { ButtonHTMLAttributes, ReactElement, Ref } from 'react';
import { Icon } from './icon.js';
import styles from './icon-button.module.css';
import type { IconName } from './icons.js';

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'type' | 'children'> {
  /** The element is another sign, such as an emoji. */
  readonly icon: IconName | ReactElement;
  /** The accessible name, shown when the pointer rests on the button and on keyboard focus. */
  readonly label: string;
  readonly iconSize?: number | undefined;
  /** Where the label appears. */
  readonly tip?: 'above' | 'below' | 'none' | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

export function IconButton({ icon, label, iconSize, tip = 'below', className, ...rest }: Props) {
  return (
    <button
      type="button"
      className={className === undefined ? styles.button : `${styles.button} ${className}`}
      aria-label={label}
      data-tip={tip === 'none' ? undefined : label}
      data-tip-side={tip}
      {...rest}
    >
      {typeof icon === 'string' ? <Icon name={icon} size={iconSize} /> : icon}
    </button>
  );
}
