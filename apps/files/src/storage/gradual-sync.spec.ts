import { describe, expect, it } from '@jest/globals';
import { GradualSync, SYNC_BYTES } from './gradual-sync.js';

/** A file that tells its syncs apart and counts those under way. */
class WatchedFile {
  static underWay = 0;
  static most = 0;
  readonly syncs: string[] = [];

  constructor(private readonly failure?: Error) {}

  readonly datasync = () => this.run('part');
  readonly sync = () => this.run('end');

  private async run(kind: string): Promise<void> {
    this.syncs.push(kind);
    WatchedFile.most = Math.max(WatchedFile.most, ++WatchedFile.underWay);
    await new Promise((resolve) => setTimeout(resolve, 1));
    WatchedFile.underWay--;
    if (this.failure && kind === 'part') throw this.failure;
  }
}

async function write(file: WatchedFile, bytes: number): Promise<void> {
  const syncs = new GradualSync(file);
  for (let written = 0; written < bytes; written += SYNC_BYTES / 4) await syncs.wrote(SYNC_BYTES / 4);
  await syncs.end();
}

describe('the sync of a file that is written', () => {
  it('happens part by part for a large file, and once for a small one', async () => {
    const [large, small] = [new WatchedFile(), new WatchedFile()];
    await write(large, 3 * SYNC_BYTES);
    await write(small, SYNC_BYTES / 2);

    expect(large.syncs).toEqual(['part', 'part', 'part', 'end']);
    expect(small.syncs).toEqual(['end']);
  });

  it('waits for the sync of another large file', async () => {
    const files = Array.from({ length: 5 }, () => new WatchedFile());
    WatchedFile.most = 0;
    await Promise.all(files.map((file) => write(file, 4 * SYNC_BYTES)));

    expect(WatchedFile.most).toBe(1);
  });

  it('fails with a part that the disk does not store, and lets the other files go on', async () => {
    const other = new WatchedFile();
    const outcomes = await Promise.allSettled([
      write(new WatchedFile(new Error('disk')), 3 * SYNC_BYTES),
      write(other, SYNC_BYTES),
    ]);

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(other.syncs).toEqual(['part', 'end']);
  });
});
