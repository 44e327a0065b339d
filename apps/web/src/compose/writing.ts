import { type ChatClient, eventFields } from '@chat/chat-client';
import { DraftBox, draftStorage, type ServerDraft } from '../drafts/index.js';
import {
  type Destination,
  destinationKey,
  destinationOf,
  Outbox,
  outboxStorage,
  outgoingIn,
  parametersOf,
  presentPlace,
  type SendResponse,
} from '../sending/index.js';
import { followPages } from './closed-pages.js';

/** After this time without a key the text goes to the server. */
const SYNC_DELAY_MS = 2_500;
/** A sent message without an event: its conversation is not loaded. */
const SHOWN_SENT_MS = 15_000;

/** Messages on their way and texts that wait, of one client. */
export interface Writing {
  readonly outbox: Outbox;
  readonly drafts: DraftBox;
  /** Sends changed texts soon. */
  readonly syncSoon: () => void;
}

const known = new WeakMap<ChatClient, Writing>();

export function writingOf(client: ChatClient): Writing {
  let writing = known.get(client);
  if (writing === undefined) {
    writing = begin(client);
    known.set(client, writing);
  }
  return writing;
}

function begin(client: ChatClient): Writing {
  const userId = client.state.field('user_id');
  const { outbox, wake } = beginOutbox(client, `chat.outbox.${userId}.`);
  const prefix = `chat.draft.${userId}.`;
  const drafts = new DraftBox(
    draftStorage(storage(), prefix),
    {
      create: async (draft) => (await client.api.post('/drafts', { drafts: [draft] })).ids[0],
      replace: (id, draft) => changeDraft(client, 'PATCH', id, { draft }),
      remove: async (id) => void (await changeDraft(client, 'DELETE', id)),
    },
    Date.now,
    (destination) => seenIn(client, destination),
  );
  const sync = () => {
    if (client.state.field('enable_drafts_synchronization') !== false) void drafts.sync();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const syncSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(sync, SYNC_DELAY_MS);
  };
  const takeDrafts = () => drafts.takeServerDrafts(client.state.records('drafts').values() as Iterable<ServerDraft>);
  takeDrafts();
  client.onChange((changes) => {
    if (changes.has('drafts')) takeDrafts();
  });
  addEventListener('storage', ({ key }) => {
    if (key?.startsWith(prefix)) drafts.report(key.slice(prefix.length));
  });
  addEventListener('online', () => {
    wake();
    // Events with texts of other devices come first.
    syncSoon();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) sync();
  });
  outbox.run();
  syncSoon();
  return { outbox, drafts, syncSoon };
}

/** False: the server has it no longer. */
async function changeDraft(client: ChatClient, method: string, id: number, parameters: object = {}): Promise<boolean> {
  const { status } = await client.api.call(method, `/drafts/${id}`, { ...parameters });
  if (status !== 200 && status !== 404) throw new Error(`${method} of a draft: ${status}`);
  return status === 200;
}

function beginOutbox(client: ChatClient, prefix: string) {
  let wake = () => {};
  const pageId = newId();
  const stored = outboxStorage(storage(), prefix);
  const outbox = new Outbox({
    send: async (message) => (await client.api.call('POST', '/messages', parametersOf(message))) as SendResponse,
    placeOf: async ({ destination, seenId }, hasWaited) => {
      const isFollowed = seenId !== undefined && client.messages.get(seenId) !== undefined;
      return isFollowed && !hasWaited ? destination : presentPlace(client.api, destination, seenId);
    },
    seenIn: (destination) => seenIn(client, destination),
    load: () => stored.load(),
    save: (messages) => stored.save(messages),
    pageId,
    queueId: () => String(client.state.field('queue_id') ?? 'none'),
    // Unique also among tabs, which share the queue.
    newLocalId: newId,
    nowMs: Date.now,
    pause: (ms) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
        wake = resolve;
      }),
    random: Math.random,
  });
  followPages({
    ...{ pageId, prefix },
    pageIdOf: (entry) => outgoingIn(entry)?.pageId,
    onClosed: (closed) => {
      outbox.takeOver(stored.load(closed));
      outbox.run();
    },
  });
  // The event may come before the response to the request.
  client.onEvent((event) => {
    const localId = eventFields(event, 'message')?.local_message_id;
    if (localId !== undefined) outbox.confirm(localId);
  });
  client.onChange((changes) => {
    if (changes.has('messages')) confirmArrived(client, outbox);
  });
  outbox.subscribe(() => confirmArrived(client, outbox));
  return {
    outbox,
    wake: () => {
      wake();
      outbox.run();
    },
  };
}

const newId = (): string => `${Date.now()}.${Math.random().toString(36).slice(2, 10)}`;

/** The last message of the conversation that the client has loaded. */
function seenIn(client: ChatClient, destination: Destination): number | undefined {
  const key = destinationKey(destination);
  const views = client.messages.heldViews().filter(({ narrow }) => {
    const shown = destinationOf(narrow);
    return shown !== null && destinationKey(shown) === key;
  });
  return views[0]?.snapshot().ids.at(-1);
}

/** Sent messages that stand among the messages of the server. */
function confirmArrived(client: ChatClient, outbox: Outbox): void {
  for (const { localId, messageId, state, writtenAtMs } of outbox.snapshot()) {
    if (state !== 'sent' || messageId === undefined) continue;
    const isOld = Date.now() - writtenAtMs > SHOWN_SENT_MS;
    if (isOld || client.messages.get(messageId) !== undefined) outbox.confirm(localId);
  }
}

/** Undefined if the browser forbids it. */
function storage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}
