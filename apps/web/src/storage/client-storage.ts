import { inStore, resultOf } from './chat-database.js';
import { mergedViews, type OfSession, type StoredClient, type StoredState, type StoredViews } from './stored-client.js';

const NO_VIEWS = { views: [], conversations: [] };

/** The stored client in IndexedDB. Each method resolves even if the browser refuses storage: a start is then only slower. */
export class ClientStorage {
  private isEnded = false;

  /** Undefined if there is no state, or one of another session. */
  async read(session: string): Promise<StoredClient | undefined> {
    const read = <Part extends OfSession>(key: string) =>
      inStore('readonly', (store) => resultOf(store.get(key))) as Promise<Part | undefined>;
    const [state, views] = await Promise.all([read<StoredState>('state'), read<StoredViews>('views')]);
    if (state?.session !== session) return undefined;
    const { views: shown, conversations } = views?.session === session ? views : NO_VIEWS;
    return { state: state.state, views: shown, conversations };
  }

  async writeState(state: StoredState): Promise<void> {
    if (!this.isEnded) await inStore('readwrite', (store) => resultOf(store.put(state, 'state')));
  }

  /** Each tab shows other views: theirs stay, as far as there is room. */
  async writeViews(views: StoredViews): Promise<void> {
    if (this.isEnded) return;
    await inStore('readwrite', async (store) => {
      const stored = (await resultOf(store.get('views'))) as StoredViews | undefined;
      return resultOf(store.put(mergedViews(views, stored), 'views'));
    });
  }

  /** The session has ended: nothing is stored after it, as the page is being left. */
  async clear(): Promise<void> {
    this.isEnded = true;
    await inStore('readwrite', (store) => resultOf(store.clear()));
  }
}
