import type { ChatClient } from '@chat/chat-client';
import { type Destination, destinationKey, presentPlace } from '../sending/index.js';
import { uploadsOf } from './use-attachments.js';
import { writingOf } from './writing.js';

/** The text, the files on their way to it and the unsent messages go on in another conversation. */
export function moveText(client: ChatClient, from: Destination, to: Destination): void {
  const { drafts, outbox, syncSoon } = writingOf(client);
  drafts.move(from, to);
  outbox.move(from, to);
  uploadsOf(client).move(from, to);
  syncSoon();
}

/** Texts of topics that moved as a whole while no page was open go to the present topics. `onMoved` is called for each. */
export async function moveTextsOfAbsence(
  client: ChatClient,
  onMoved: (from: Destination, to: Destination) => void,
): Promise<void> {
  for (const { destination, seenId } of writingOf(client).drafts.all()) {
    const place = await presentPlace(client.api, destination, seenId);
    if (destinationKey(place) === destinationKey(destination)) continue;
    moveText(client, destination, place);
    onMoved(destination, place);
  }
}
