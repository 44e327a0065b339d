import type { Message } from '@chat/chat-client';
import { Menu, MenuItem, Popover, Separator } from 'react-aria-components';
import { fragmentOf } from '../addresses/index.js';
import { useField, usePageClient } from '../client/index.js';
import { copyText } from '../design/copy-text.js';
import { Icon } from '../design/icon.js';
import type { IconName } from '../design/icons.js';
import { AriaLanguage } from '../dialog/index.js';
import { type TextKey, useText } from '../languages/index.js';
import { conversationAddress, namesIn } from '../message/conversation.js';
import { allowedActionsOn } from './allowed-actions-on.js';
import { markUnreadFrom, setFlag } from './commands.js';
import styles from './more-menu.module.css';
import { openAction } from './open-state.js';

interface Props {
  readonly message: Message;
  readonly button: HTMLElement;
  readonly onClose: () => void;
}

interface Item {
  readonly label: TextKey;
  readonly icon: IconName;
  readonly isShown: boolean;
  readonly isDangerous?: boolean;
  readonly act: () => void;
}

export default function MoreMenu({ message, button, onClose }: Props) {
  const page = usePageClient();
  const { client } = page.changes;
  const text = useText();
  const ownUserId = useField('user_id') as number;
  const hasReaders = useField('realm_enable_read_receipts') === true;
  const allowsHistory = useField('realm_allow_edit_history') === true;
  const hasHistory = allowsHistory && message.last_edit_timestamp !== undefined;
  const { canEdit, canMove, canDelete } = allowedActionsOn(client, message);
  const messageId = message.id;
  const isCollapsed = message.flags.includes('collapsed');

  const groups: readonly (readonly Item[])[] = [
    [
      { label: 'actions.edit', icon: 'pen', isShown: canEdit, act: () => openAction({ kind: 'edit', messageId }) },
      { label: 'actions.move', icon: 'move', isShown: canMove, act: () => openAction({ kind: 'move', messageId }) },
      {
        label: 'actions.markUnread',
        icon: 'inbox',
        isShown: true,
        act: () => void markUnreadFrom(page, message),
      },
      {
        label: isCollapsed ? 'actions.expand' : 'actions.collapse',
        icon: isCollapsed ? 'down' : 'right',
        isShown: true,
        act: () => void setFlag(page, messageId, 'collapsed', !isCollapsed),
      },
    ],
    [
      { label: 'actions.source', icon: 'code', isShown: true, act: () => openAction({ kind: 'source', messageId }) },
      {
        label: 'actions.copyLink',
        icon: 'link',
        isShown: true,
        act: () => void copyText(linkOf(message, ownUserId)),
      },
      {
        label: 'actions.readers',
        icon: 'eye',
        isShown: hasReaders,
        act: () => openAction({ kind: 'readers', messageId }),
      },
      {
        label: 'actions.history',
        icon: 'clock',
        isShown: hasHistory,
        act: () => openAction({ kind: 'history', messageId }),
      },
    ],
    [
      {
        label: 'actions.delete',
        icon: 'trash',
        isShown: canDelete,
        isDangerous: true,
        act: () => openAction({ kind: 'delete', messageId }),
      },
    ],
  ];
  const shown = groups.map((group) => group.filter(({ isShown }) => isShown)).filter((group) => group.length > 0);
  return (
    <AriaLanguage>
      <Popover
        isOpen
        className={styles.popover ?? ''}
        aria-label={text('actions.more')}
        triggerRef={{ current: button }}
        placement="bottom end"
        onOpenChange={(isOpen) => !isOpen && onClose()}
      >
        <Menu className={styles.menu ?? ''} aria-label={text('actions.more')} autoFocus="first" onClose={onClose}>
          {shown.flatMap((group, index) => [
            ...(index === 0 ? [] : [<Separator key={`line ${group[0]?.label}`} className={styles.line ?? ''} />]),
            ...group.map(({ label, icon, isDangerous, act }) => (
              <MenuItem
                key={label}
                id={label}
                textValue={text(label)}
                className={isDangerous ? `${styles.item} ${styles.danger}` : (styles.item ?? '')}
                onAction={act}
              >
                <Icon name={icon} size={16} />
                {text(label)}
              </MenuItem>
            )),
          ])}
        </Menu>
      </Popover>
    </AriaLanguage>
  );
}

/** The address of a message in its conversation, for other people. */
function linkOf(message: Message, ownUserId: number): string {
  const fragment = fragmentOf(conversationAddress(message, ownUserId, message.id), namesIn(message));
  return `${location.origin}${location.pathname}${fragment}`;
}
