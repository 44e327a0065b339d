import { MAX_KNOWN_BLOCKS } from '@chat/contracts';
import type { SharedText } from '@chat/register-state';

/** Of all cached blocks. Those of the least recently used scope are evicted first. */
const MAX_CACHED_BYTES = 48 * 1024 * 1024;
/** Memory of a block in addition to its elements, and of a scope in addition to its blocks. Measured in the heap: 374 and 349. */
const BLOCK_BYTES = 500;
const SCOPE_BYTES = 400;
/** A block that so many successive replies did not use is evicted: its list has other blocks by now. */
const MAX_REPLIES_WITHOUT = 32;

interface CachedBlock {
  readonly elements: Buffer;
  /** Number of the last reply that used it. */
  lastReply: number;
}

interface Scope {
  readonly blocks: Map<string, CachedBlock>;
  replies: number;
}

/** The blocks that a request names. They outlive an eviction before the reply. */
export type NamedBlocks = ReadonlyMap<string, Buffer>;

/** A list in pieces. */
export interface ListBytes {
  readonly field: string;
  readonly elements: readonly Buffer[];
}

/**
 * Caches blocks of lists that many registrations share (`SharedLists`), so that services need not send them again. Each reply says which
 * blocks make up a list, and a name stands for the same block for ever, so nothing here can be out of date.
 */
export class KnownBlocks {
  /** In the order of use. */
  private readonly scopes = new Map<string, Scope>();
  private cachedBytes = 0;

  constructor(private readonly maxBytes = MAX_CACHED_BYTES) {}

  get bytes(): number {
    return this.cachedBytes;
  }

  /** The blocks of a scope, which names everything that the lists depend on, as far as the gateway knows. */
  of(scope: string): NamedBlocks {
    const entries = [...(this.scopes.get(scope)?.blocks ?? [])].slice(-MAX_KNOWN_BLOCKS);
    return new Map(entries.map(([name, { elements }]) => [name, elements]));
  }

  /** Caches the blocks of a reply and returns its lists; undefined if a block is neither in the reply nor in `named`. */
  take(scope: string, { lists, blocks }: SharedText, named: NamedBlocks): ListBytes[] | undefined {
    const used = new Map<string, Buffer>();
    const taken: ListBytes[] = [];
    for (const [field, entries] of lists) {
      const elements: Buffer[] = [];
      for (const entry of entries) {
        const bytes = 'elements' in entry ? Buffer.from(entry.elements) : bytesOf(entry.name, blocks, named, used);
        if (bytes === undefined) return undefined;
        if (bytes.length > 0) elements.push(bytes);
      }
      taken.push({ field, elements });
    }
    this.add(scope, used);
    return taken;
  }

  private add(scope: string, used: ReadonlyMap<string, Buffer>): void {
    let cached = this.scopes.get(scope);
    if (cached === undefined) {
      cached = { blocks: new Map<string, CachedBlock>(), replies: 0 };
      this.cachedBytes += SCOPE_BYTES;
    }
    this.scopes.delete(scope);
    this.scopes.set(scope, cached);
    cached.replies++;
    for (const [name, elements] of used) {
      const known = cached.blocks.get(name);
      // The newest last: `of` names those if there are too many.
      if (known !== undefined) cached.blocks.delete(name);
      else this.cachedBytes += BLOCK_BYTES + elements.length;
      cached.blocks.set(name, { elements: known?.elements ?? elements, lastReply: cached.replies });
    }
    for (const [name, { elements, lastReply }] of cached.blocks) {
      if (lastReply > cached.replies - MAX_REPLIES_WITHOUT) break;
      cached.blocks.delete(name);
      this.cachedBytes -= BLOCK_BYTES + elements.length;
    }
    this.evict();
  }

  private evict(): void {
    for (const [scope, { blocks }] of this.scopes) {
      if (this.cachedBytes <= this.maxBytes) return;
      for (const { elements } of blocks.values()) this.cachedBytes -= BLOCK_BYTES + elements.length;
      this.cachedBytes -= SCOPE_BYTES;
      this.scopes.delete(scope);
    }
  }
}

function bytesOf(
  name: string,
  sent: SharedText['blocks'],
  named: NamedBlocks,
  used: Map<string, Buffer>,
): Buffer | undefined {
  let bytes = named.get(name) ?? used.get(name);
  if (bytes === undefined) {
    const elements = sent.get(name);
    if (elements === undefined) return undefined;
    bytes = bytesAlone(elements);
  }
  used.set(name, bytes);
  return bytes;
}

/** A buffer outside the pool: one inside it would keep the whole pool in memory, 64 KB in Node 24. */
function bytesAlone(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
