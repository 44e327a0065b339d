import { type ApiCall, ApiClient, ChatClient, NoResponse } from '@chat/chat-client';
import { ClientChanges } from '../client/client-changes.js';
import type { PageClient } from '../client/client-context.js';
import { Connections } from '../client/connection.js';
import { endKeeping } from '../offline/index.js';
import { ClientStorage, KeptClient, removeEverything, restoreClient } from '../storage/index.js';
import { browserChannel, browserLock } from './browser-tabs.js';
import { cookieValue, sessionMark } from './session-mark.js';
import { Tabs } from './tabs.js';
import { onWakeUps } from './wake-ups.js';

const REGISTRATION = {
  apply_markdown: true,
  // People without a picture of their own have initials, so no foreign host is asked for one.
  client_extavatar: true,
  slim_presence: true,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: false,
    stream_typing_notifications: true,
    user_settings_object: true,
    linkifier_url_template: true,
  },
};
const SIGN_IN = '/login/?next=/';
const SIGN_OUT = '/accounts/logout/';

/** The client of the page, from its start on. */
export interface OpeningClient {
  readonly connections: Connections;
  /** Resolves as soon as there is a state: stored, of another tab, or registered. */
  readonly ready: Promise<PageClient>;
}

/** Starts the client of this tab. */
export function openPageClient(): OpeningClient {
  const csrfToken = () => cookieValue('csrftoken');
  const session = sessionMark(csrfToken());
  const storage = new ClientStorage();
  const connections = new Connections();
  const onResponse = ({ status, body }: ApiCall) => {
    if (status === 401 && body.code === 'UNAUTHORIZED') tabs.signedOut();
  };
  const client = new ChatClient(new ApiClient('', { session: { csrfToken }, onResponse }));
  const changes = new ClientChanges(client);
  const kept = new KeptClient(client, storage, session);
  const first = Promise.withResolvers<void>();
  /** Removal of all stored data, after a sign-out in this tab. */
  let removal = Promise.resolve();
  const tabs = new Tabs({
    ...{ client, connections, channel: browserChannel(), lock: browserLock(), registration: REGISTRATION },
    onState: () => {
      first.resolve();
      kept.loaded();
    },
    onSignedOut: (isWanted) => {
      // Each tab has a storage of its own.
      if (isWanted) sessionStorage.clear();
      const kept = endKeeping();
      void removal
        .then(() => storage.clear())
        .then(() => kept)
        .then(showSignIn);
    },
  });
  const page: PageClient = {
    ...{ changes, connections },
    share: (event) => tabs.share(event),
    queueId: () => tabs.queueId,
    signOut: async () => {
      const options = { method: 'POST', headers: { 'x-csrftoken': csrfToken() }, redirect: 'manual' } as const;
      tabs.signingOut(true);
      const response = fetch(SIGN_OUT, options).catch((error: unknown) => {
        tabs.signingOut(false);
        throw new NoResponse(`POST ${SIGN_OUT}`, error);
      });
      // Another tab may report the end of the session before the response comes. This one stays until all is removed.
      removal = response.then(removeEverything, () => undefined);
      await response;
      tabs.signedOut();
    },
  };
  void storage.read(session).then((stored) => {
    // A tab that knows the present state needs no old one.
    if (stored === undefined || tabs.queueId !== undefined) return;
    restoreClient(client, stored);
    first.resolve();
  });
  tabs.start();
  onWakeUps(
    () => tabs.wake(),
    () => {
      if (connections.get().state === 'lost') tabs.wake();
    },
  );
  void first.promise.then(() => kept.follow());
  return { connections, ready: first.promise.then(() => page) };
}

/** The sign-in leads back to the opened address: the fragment goes with it. */
const showSignIn = (): void => location.replace(`${SIGN_IN}${location.hash}`);
