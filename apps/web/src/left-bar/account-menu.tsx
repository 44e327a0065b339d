import { useRef } from 'react';
import { useField } from '../client/index.js';
import { Hidden } from '../design/hidden.js';
import { Icon } from '../design/icon.js';
import { useText } from '../languages/index.js';
import { MenuButton } from '../menu/index.js';
import { PersonAvatar, usePerson } from '../people/index.js';
import { useCommand } from '../shortcuts/index.js';
import styles from './account-menu.module.css';
import { OwnStatus } from './own-status.js';
import { useAccountItems } from './use-account-items.js';

/** The reader at the end of the left bar, with the menu of the account. */
export function AccountMenu() {
  const text = useText();
  const ownId = useField('user_id') ?? 0;
  const name = usePerson(ownId)?.full_name ?? '';
  const press = useRef<() => void>(undefined);
  useCommand('account.menu', () => press.current?.());
  const items = useAccountItems();
  return (
    <MenuButton label={text('account.menu', { name })} items={() => items} placement="top start">
      {(button) => {
        press.current = button.onClick;
        return (
          <button type="button" className={styles.account} {...button}>
            <PersonAvatar userId={ownId} size={32} showsPresence />
            <span className={styles.who}>
              <span className={styles.name}>
                <Hidden>{`${text('account.account')} `}</Hidden>
                {name}
              </span>
              <OwnStatus className={styles.status} />
            </span>
            <Icon name="dots" />
          </button>
        );
      }}
    </MenuButton>
  );
}
