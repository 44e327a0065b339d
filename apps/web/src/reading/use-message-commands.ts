import type { ChatClient, Message } from '@chat/chat-client';
import { go, withPeople } from '../addresses/index.js';
import { usePageClient } from '../client/index.js';
import { groupReactions } from '../message/reactions.js';
import {
  allowedActionsOn,
  markUnreadFrom,
  openAction,
  quoteAndReply,
  setFlag,
  toggleReaction,
} from '../message-actions/index.js';
import { currentList } from '../message-list/index.js';
import { useCommand } from '../shortcuts/index.js';

const THUMBS_UP = { name: '+1', code: '1f44d', type: 'unicode_emoji' } as const;

/** Keys that act on the selected message. */
export function useMessageCommands(): void {
  const page = usePageClient();
  const { client } = page.changes;
  const selected = (act: (message: Message) => unknown) => () => {
    const id = currentList()?.selectedId() ?? null;
    const message = id === null ? undefined : client.messages.get(id);
    return message === undefined ? false : act(message);
  };
  const ownUserId = () => client.state.field('user_id') as number;
  const toggleFlag = ({ id, flags }: Message, flag: 'starred' | 'collapsed') =>
    setFlag(page, id, flag, !flags.includes(flag));

  useCommand(
    'compose.quote',
    selected((message) => void quoteAndReply(client, message)),
  );
  useCommand(
    'message.star',
    selected((message) => void toggleFlag(message, 'starred')),
  );
  useCommand(
    'message.thumbs_up',
    selected((message) => void react(client, message, THUMBS_UP)),
  );
  useCommand(
    'message.first_reaction',
    selected((message) => {
      const [first] = groupReactions(message.reactions, ownUserId());
      return first === undefined ? false : void toggleReaction(client, message.id, first);
    }),
  );
  useCommand(
    'message.react',
    selected(({ id }) => pressInMessage(id, 0)),
  );
  useCommand(
    'message.actions',
    selected(({ id }) => pressInMessage(id, -1)),
  );
  useCommand(
    'message.edit',
    selected((message) => {
      const kind = allowedActionsOn(client, message).canEdit ? 'edit' : 'source';
      openAction({ kind, messageId: message.id });
    }),
  );
  useCommand(
    'message.move',
    selected((message) => {
      if (!allowedActionsOn(client, message).canMove) return false;
      return openAction({ kind: 'move', messageId: message.id });
    }),
  );
  useCommand(
    'message.mark_unread',
    selected((message) => void markUnreadFrom(page, message)),
  );
  useCommand(
    'message.collapse',
    selected((message) => void toggleFlag(message, 'collapsed')),
  );
  useCommand(
    'message.readers',
    selected((message) => openAction({ kind: 'readers', messageId: message.id })),
  );
  useCommand(
    'message.history',
    selected((message) => openAction({ kind: 'history', messageId: message.id })),
  );
  useCommand(
    'message.sender',
    selected((message) => go(withPeople([message.sender_id]))),
  );
  useCommand(
    'message.view_image',
    selected(({ id }) => click(elementOf(id)?.querySelector('a.picture'))),
  );
}

function react(client: ChatClient, message: Message, emoji: typeof THUMBS_UP): Promise<unknown> {
  const ownUserId = client.state.field('user_id') as number;
  const isOwn = groupReactions(message.reactions, ownUserId).some(({ code, isOwn }) => code === emoji.code && isOwn);
  return toggleReaction(client, message.id, { ...emoji, isOwn });
}

const elementOf = (id: number): HTMLElement | null => document.querySelector(`[data-message-id="${id}"]`);

/** Presses a button of the toolbar, which appears with the focus. */
function pressInMessage(id: number, index: number): boolean {
  const message = elementOf(id);
  if (message === null) return false;
  message.focus({ preventScroll: true });
  requestAnimationFrame(() => click([...message.querySelectorAll('[role="toolbar"] > button')].at(index)));
  return true;
}

function click(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false;
  element.click();
  return true;
}
