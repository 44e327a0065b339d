import { usePageClient } from '../client/index.js';
import { useText } from '../languages/index.js';
import type { MenuItem } from '../menu/index.js';
import { runCommand } from '../shortcuts/index.js';

/** The actions on the reader's own account. */
export function useAccountItems(): readonly MenuItem[] {
  const text = useText();
  const { signOut } = usePageClient();
  return [
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
}
