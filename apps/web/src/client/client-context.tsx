import type { ChatClient, WireEvent } from '@chat/chat-client';
import { createContext, type ReactNode, useContext } from 'react';
import type { ClientChanges } from './client-changes.js';
import type { Connections } from './connection.js';

/** The client of this tab, as components use it. */
export interface PageClient {
  readonly changes: ClientChanges;
  readonly connections: Connections;
  /** Applies an own change in every tab at once, before the server reports it: as its event, with any `id`. */
  readonly share: (event: WireEvent) => void;
  /** For `queue_id` of a sent message; undefined before the first registration. */
  readonly queueId: () => string | undefined;
  /** Ends the session, removes all stored data, and shows the sign-in page in every tab. */
  readonly signOut: () => Promise<void>;
}
const Context = createContext<PageClient | undefined>(undefined);

interface Props {
  readonly value: PageClient;
  readonly children: ReactNode;
}

/** The state, the messages and the connection for everything inside. */
export function ClientProvider({ value, children }: Props) {
  return <Context value={value}>{children}</Context>;
}

export function usePageClient(): PageClient {
  const client = useContext(Context);
  if (client === undefined) throw new Error('The client is used outside of a ClientProvider.');
  return client;
}

/** For actions: `api`, `messages`, and the state outside of drawing. */
export const useClient = (): ChatClient => usePageClient().changes.client;
