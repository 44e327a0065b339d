import type { ChatClient, Message } from '@chat/chat-client';
import { type Address, currentAddress, go, isSameView, withPeople } from '../addresses/index.js';
import { usePageClient } from '../client/index.js';
import { conversationAddress } from '../message/conversation.js';
import { groupReactions } from '../message/reactions.js';
import {
  allowedActionsOn,
  markUnreadFrom,
  openAction,
  quoteAndReply,
  react,
  setFlag,
  THUMBS_UP,
  toggleReaction,
} from '../message-actions/index.js';
import { currentList } from '../message-list/index.js';
import { namesOf } from '../names/index.js';
import { replyTo, replyToSender, replyWithMention } from '../replies/index.js';
import { heldKeys, useCommand } from '../shortcuts/index.js';
import { isTopicMuted } from '../unread/index.js';
import { setTopicMuted } from '../view/index.js';

/** Keys that act on the selected message. */
export function useMessageCommands(): void {
  const page = usePageClient();
  const { client } = page.changes;
  const selected = (act: (message: Message) => unknown) => () => {
    const id = currentList()?.selectedId() ?? null;
    const message = id === null ? undefined : client.messages.get(id);
    return message === undefined ? false : act(message);
  };
  const isOn = (name: 'realm_enable_read_receipts' | 'realm_allow_edit_history') => client.state.field(name) === true;
  const ownUserId = () => client.state.field('user_id') as number;
  const toggleFlag = ({ id, flags }: Message, flag: 'starred' | 'collapsed') =>
    setFlag(page, id, flag, !flags.includes(flag));

  const show = (address: Address) => {
    const shown = currentAddress();
    return shown !== undefined && isSameView(shown, address) ? false : go(address, { names: namesOf(client) });
  };

  useCommand(
    'compose.reply',
    selected((message) => replyTo(client, message)),
  );
  useCommand('compose.reply_to_sender', selected(replyToSender));
  useCommand(
    'compose.mention_sender',
    selected((message) => replyWithMention(client, message)),
  );
  useCommand(
    'view.widen',
    selected((message) => show(conversationAddress(message, ownUserId()))),
  );
  useCommand(
    'view.zoom',
    selected((message) => go(conversationAddress(message, ownUserId(), message.id), { names: namesOf(client) })),
  );
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
  useCommand('message.edit_last', () => {
    const id = elementIds().findLast((each) => isEditable(client, each));
    return id === undefined ? false : openAction({ kind: 'edit', messageId: id });
  });
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
    selected(({ id }) => isOn('realm_enable_read_receipts') && openAction({ kind: 'readers', messageId: id })),
  );
  useCommand(
    'message.history',
    selected(({ id, last_edit_timestamp: edited }) => {
      if (edited === undefined || !isOn('realm_allow_edit_history')) return false;
      return openAction({ kind: 'history', messageId: id });
    }),
  );
  useCommand(
    'message.sender',
    selected((message) => go(withPeople([message.sender_id]), { names: namesOf(client) })),
  );
  useCommand(
    'message.view_image',
    selected(({ id }) => click(elementOf(id)?.querySelector('a.picture'))),
  );
  useCommand(
    'topic.mute',
    selected(({ stream_id: streamId, subject }) => {
      if (streamId === undefined) return false;
      return void setTopicMuted(client, streamId, subject, !isTopicMuted(client.state, streamId, subject));
    }),
  );
}

function isEditable(client: ChatClient, id: number): boolean {
  const message = client.messages.get(id);
  if (message === undefined || message.sender_id !== client.state.field('user_id')) return false;
  return allowedActionsOn(client, message).canEdit;
}

/** The messages that have elements, in order. */
const elementIds = (): readonly number[] =>
  [...document.querySelectorAll<HTMLElement>('[data-message-id]')].map(({ dataset }) => Number(dataset['messageId']));

const elementOf = (id: number): HTMLElement | null => document.querySelector(`[data-message-id="${id}"]`);

/** Presses a button of the toolbar, which appears with the focus. */
function pressInMessage(id: number, index: number): boolean {
  const message = elementOf(id);
  if (message === null) return false;
  message.focus({ preventScroll: true });
  const release = heldKeys.hold();
  requestAnimationFrame(() => {
    click([...message.querySelectorAll('[role="toolbar"] > button')].at(index));
    release();
  });
  return true;
}

function click(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false;
  // As a press of a key or pointer: React Aria takes `click()` for a screen reader's, and leaves the focus outside the entries of a menu.
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
  return true;
}
