import type { ChatClient } from '@chat/chat-client';
import { go, inTopic } from '../addresses/index.js';
import { currentList } from '../message-list/index.js';
import { namesOf } from '../names/index.js';
import { writeIn } from '../replies/index.js';
import type { Destination } from '../sending/index.js';

/** Shows the topic to which the one in view has moved, at the same message. A writer goes on in its box. */
export function showMoved(client: ChatClient, to: Extract<Destination, { type: 'stream' }>): void {
  if (isWriting()) writeIn(to, { text: '', isBlock: false });
  const list = currentList();
  const place = list === null || list.isAtEnd ? undefined : (list.selectedId() ?? undefined);
  go(inTopic(to.streamId, to.topic, place), { replace: true, names: namesOf(client) });
}

/** In the box below the messages: the field of an edited message is one of them. */
function isWriting(): boolean {
  const { activeElement } = document;
  return activeElement instanceof HTMLTextAreaElement && activeElement.closest('article') === null;
}
