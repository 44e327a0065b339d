import type { RefObject } from 'react';
import { MenuItem as Entry, Menu, Popover } from 'react-aria-components';
import { Icon } from '../design/icon.js';
import { KeyCaps } from '../design/key-caps.js';
import { AriaLanguage } from '../dialog/index.js';
import type { MenuItem } from './menu-items.js';
import styles from './open-menu.module.css';

interface Props {
  readonly label: string;
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly items: readonly MenuItem[];
  readonly isOpen: boolean;
  readonly placement: 'bottom end' | 'bottom start' | 'top start' | 'top end';
  /** Before `onClose`. */
  readonly onChoose: (action: () => void) => void;
  readonly onClose: () => void;
}

/** The menu of a button. The focus goes to its entries and comes back to the button. */
export default function OpenMenu({ label, trigger, items, isOpen, placement, onChoose, onClose }: Props) {
  return (
    <AriaLanguage>
      <Popover
        className={styles.popover}
        aria-label={label}
        triggerRef={trigger}
        isOpen={isOpen}
        placement={placement}
        offset={6}
        onOpenChange={(open) => !open && onClose()}
      >
        <Menu className={styles.menu} aria-label={label} autoFocus="first" onClose={onClose}>
          {items.map(({ id, label: name, icon, shortcut, isDangerous, onAction }) => (
            <Entry
              key={id}
              id={id}
              textValue={name}
              className={styles.item}
              data-dangerous={isDangerous || undefined}
              onAction={() => onChoose(onAction)}
            >
              {icon !== undefined && <Icon name={icon} size={17} />}
              <span className={styles.name}>{name}</span>
              {shortcut !== undefined && (
                <span className={styles.keys} aria-hidden="true">
                  <KeyCaps keys={shortcut} />
                </span>
              )}
            </Entry>
          ))}
        </Menu>
      </Popover>
    </AriaLanguage>
  );
}
