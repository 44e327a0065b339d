import { useRef } from 'react';
import { useField, usePageClient, useRecord } from '../client/index.js';
import { Hidden } from '../design/hidden.js';
import { Icon } from '../design/icon.js';
import { useFormats, useText } from '../languages/index.js';
import { MenuButton, type MenuItem } from '../menu/index.js';
import { PersonAvatar, usePerson } from '../people/index.js';
import { runCommand, useCommand } from '../shortcuts/index.js';
import { StatusEmoji, useStatusEnd } from '../status/index.js';
import styles from './account-menu.module.css';

/** The reader at the end of the left bar, with the menu of the account. */
export function AccountMenu() {
  const text = useText();
  const { signOut } = usePageClient();
  const ownId = useField('user_id') ?? 0;
  const name = usePerson(ownId)?.full_name ?? '';
  const status = useRecord('user_status', ownId);
  const formats = useFormats();
  const end = useStatusEnd();
  const press = useRef<() => void>(undefined);
  useCommand('account.menu', () => press.current?.());
  const items = (): readonly MenuItem[] => [
    { id: 'status', label: text('status.set'), icon: 'smile', onAction: () => runCommand('status.set') },
    { id: 'settings', label: text('account.settings'), icon: 'gear', onAction: () => runCommand('settings.own') },
    {
      id: 'organization',
      label: text('account.organization'),
      icon: 'people',
      onAction: () => runCommand('settings.organization'),
    },
    {
      id: 'keys',
      label: text('account.keys'),
      icon: 'keyboard',
      shortcut: '?',
      onAction: () => runCommand('keys.show'),
    },
    { id: 'sign-out', label: text('account.sign_out'), icon: 'leave', onAction: () => void signOut() },
  ];
  return (
    <MenuButton label={text('account.menu', { name })} items={items} placement="top start">
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
              {status !== undefined && (
                <span className={styles.status}>
                  <StatusEmoji status={status} />
                  {end === undefined
                    ? status.status_text
                    : text('status.until', { status: status.status_text ?? '', end: formats.moment(end, new Date()) })}
                </span>
              )}
            </span>
            <Icon name="dots" />
          </button>
        );
      }}
    </MenuButton>
  );
}
