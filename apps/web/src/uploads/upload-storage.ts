import type { Destination } from '../sending/index.js';
import { inStore, resultOf } from '../storage/chat-database.js';

/** An upload that has begun, with its file: a reload or a crash does not end it. */
export interface StoredUpload {
  readonly id: string;
  /** Only this session may go on with it. */
  readonly session: string;
  readonly destination: Destination;
  readonly file: File;
  readonly address: string;
}

const PREFIX = 'upload ';
const ALL = () => IDBKeyRange.bound(PREFIX, `${PREFIX}\uffff`);

/** Begun uploads in IndexedDB, next to the client's state: the end of the session removes both. */
export const uploadStorage = {
  async all(session: string): Promise<readonly StoredUpload[]> {
    const stored = await inStore('readonly', (store) => resultOf<StoredUpload[]>(store.getAll(ALL())));
    return (stored ?? []).filter((upload) => upload.session === session);
  },
  async put(upload: StoredUpload): Promise<void> {
    await inStore('readwrite', (store) => resultOf(store.put(upload, PREFIX + upload.id)));
  },
  async remove(id: string): Promise<void> {
    await inStore('readwrite', (store) => resultOf(store.delete(PREFIX + id)));
  },
};
