import { AttachmentRemoved, LASTING_FACTS_SECONDS, type LinkedFile } from '@chat/contracts';
import { LogReader } from '@chat/event-log';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** Files remembered by this process; the one used least recently is evicted first. */
const MAX_KNOWN = 5_000;

/**
 * Lasting facts about files, so that a file that is linked again costs no request. A file counts as removed for the request that follows
 * its removal, because requests wait until this process has applied the log.
 */
@Injectable()
export class KnownFiles {
  private readonly paths = new Map<number, string>();
  private readonly files = new LRUCache<string, LinkedFile>({
    max: MAX_KNOWN,
    ttl: LASTING_FACTS_SECONDS * 1_000,
    dispose: ({ fileId }) => this.paths.delete(fileId),
  });
  /** Grows with each removal. A description that was requested before may be of a file that is removed by now. */
  private removals = 0;

  constructor(reader: LogReader) {
    reader.onEvent((event) => {
      if (AttachmentRemoved.matches(event)) this.forget(event.payload.attachment.id);
    });
    reader.onDiscard('files', () => {
      this.removals++;
      this.files.clear();
    });
  }

  /** The files among the paths. `describe` describes those that are not known. */
  async among(
    realmId: number,
    pathIds: readonly string[],
    describe: (unknown: readonly string[]) => Promise<readonly LinkedFile[]>,
  ): Promise<readonly LinkedFile[]> {
    const known = pathIds.flatMap((pathId) => this.files.get(keyOf(realmId, pathId)) ?? []);
    const found = new Set(known.map(({ pathId }) => pathId));
    const unknown = pathIds.filter((pathId) => !found.has(pathId));
    if (unknown.length === 0) return known;
    const { removals } = this;
    const described = await describe(unknown);
    for (const file of removals === this.removals ? described : []) if (file.isLasting) this.remember(realmId, file);
    return [...known, ...described];
  }

  private remember(realmId: number, file: LinkedFile): void {
    const key = keyOf(realmId, file.pathId);
    this.files.set(key, file);
    this.paths.set(file.fileId, key);
  }

  private forget(fileId: number): void {
    this.removals++;
    const key = this.paths.get(fileId);
    if (key !== undefined) this.files.delete(key);
  }
}

const keyOf = (realmId: number, pathId: string): string => `${realmId}:${pathId}`;
