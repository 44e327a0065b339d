import { maySeeStream } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { Viewer } from '../access/viewer.js';
import type { CachedStream, CachedStreams, RealmStreams } from './cached-streams.js';
import { type OwnSubscription, readOwnSubscriptions } from './own-subscriptions.js';

/** The streams of a realm and the reader's subscriptions to them. */
export interface RegisterStreams {
  readonly realm: RealmStreams;
  /** By stream, those of archived streams too. */
  readonly own: ReadonlyMap<number, OwnSubscription>;
  /** Those that the reader sees, by name. */
  readonly visible: readonly CachedStream[];
}

/** Two statements at once. */
export async function readRegisterStreams(
  tx: Transaction,
  realmId: number,
  actor: Pick<Viewer, 'userId' | 'role'> | null,
  cache: CachedStreams,
): Promise<RegisterStreams> {
  const [realm, own] = await Promise.all([
    cache.of(tx, realmId),
    actor === null ? new Map<number, OwnSubscription>() : readOwnSubscriptions(tx, actor.userId),
  ]);
  const isVisible = ({ stream }: CachedStream) =>
    maySeeStream(actor, stream, own.get(stream.streamId)?.isActive === true);
  return { realm, own, visible: realm.streams.filter(isVisible) };
}
