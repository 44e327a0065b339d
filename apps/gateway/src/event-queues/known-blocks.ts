import { MAX_KNOWN_BLOCKS } from '@chat/contracts';
import type { SharedText } from '@chat/register-state';

/** Of all kept blocks together; those of what was asked least recently go first. */
const MAX_KEPT_BYTES = 48 * 1024 * 1024;
/** What a block takes beside its elements, and a question beside its blocks: names, objects, maps. Measured in the heap: 374 and 349. */
const BLOCK_BYTES = 500;
const QUESTION_BYTES = 400;
/** A block that so many answers to the same question did not have is forgotten: its list has others by now. */
const MAX_ANSWERS_WITHOUT = 32;

interface KeptBlock {
  readonly elements: Buffer;
  /** The last answer that had it. */
  answer: number;
}

/** What is kept of the answers to one question. */
interface KeptAnswers {
  readonly blocks: Map<string, KeptBlock>;
  count: number;
}

/** The blocks that the gateway has when it asks, whatever is forgotten until the answer comes. */
export type BlocksAtHand = ReadonlyMap<string, Buffer>;

/** A list's name, and its elements, in pieces. */
export interface ListBytes {
  readonly field: string;
  readonly elements: readonly Buffer[];
}

/**
 * Blocks of lists that many registrations share (`SharedLists`), so that services need not send them again. Which blocks make up a
 * list is said by each answer; a block is what its name says, for ever. So nothing here can be out of date.
 */
export class KnownBlocks {
  /** In the order of use. */
  private readonly questions = new Map<string, KeptAnswers>();
  private keptBytes = 0;

  constructor(private readonly maxBytes = MAX_KEPT_BYTES) {}

  get bytes(): number {
    return this.keptBytes;
  }

  /** `question`: what the lists depend on, as far as the gateway knows; so that no more is named than may be of use. */
  of(question: string): BlocksAtHand {
    const kept = this.questions.get(question);
    if (kept === undefined) return new Map();
    const entries = [...kept.blocks].slice(-MAX_KNOWN_BLOCKS);
    return new Map(entries.map(([name, { elements }]) => [name, elements]));
  }

  /**
   * The lists of an answer, and keeps what may be used again. Undefined when the answer relies on a block that the question did not
   * name and the answer does not bring.
   */
  take(question: string, { lists, blocks }: SharedText, atHand: BlocksAtHand): ListBytes[] | undefined {
    const used = new Map<string, Buffer>();
    const taken: ListBytes[] = [];
    for (const [field, entries] of lists) {
      const elements: Buffer[] = [];
      for (const entry of entries) {
        const bytes = 'elements' in entry ? Buffer.from(entry.elements) : bytesOf(entry.name, blocks, atHand, used);
        if (bytes === undefined) return undefined;
        if (bytes.length > 0) elements.push(bytes);
      }
      taken.push({ field, elements });
    }
    this.keep(question, used);
    return taken;
  }

  private keep(question: string, used: ReadonlyMap<string, Buffer>): void {
    let kept = this.questions.get(question);
    if (kept === undefined) {
      kept = { blocks: new Map<string, KeptBlock>(), count: 0 };
      this.keptBytes += QUESTION_BYTES;
    }
    this.questions.delete(question);
    this.questions.set(question, kept);
    kept.count++;
    for (const [name, elements] of used) {
      const known = kept.blocks.get(name);
      // The newest last, so that these are named if there are too many.
      if (known !== undefined) kept.blocks.delete(name);
      else this.keptBytes += BLOCK_BYTES + elements.length;
      kept.blocks.set(name, { elements: known?.elements ?? elements, answer: kept.count });
    }
    for (const [name, { elements, answer }] of kept.blocks) {
      if (answer > kept.count - MAX_ANSWERS_WITHOUT) break;
      kept.blocks.delete(name);
      this.keptBytes -= BLOCK_BYTES + elements.length;
    }
    this.evict();
  }

  private evict(): void {
    for (const [question, { blocks }] of this.questions) {
      if (this.keptBytes <= this.maxBytes) return;
      for (const { elements } of blocks.values()) this.keptBytes -= BLOCK_BYTES + elements.length;
      this.keptBytes -= QUESTION_BYTES;
      this.questions.delete(question);
    }
  }
}

function bytesOf(
  name: string,
  sent: SharedText['blocks'],
  atHand: BlocksAtHand,
  used: Map<string, Buffer>,
): Buffer | undefined {
  let bytes = atHand.get(name) ?? used.get(name);
  if (bytes === undefined) {
    const elements = sent.get(name);
    if (elements === undefined) return undefined;
    bytes = bytesAlone(elements);
  }
  used.set(name, bytes);
  return bytes;
}

/** Not in a pool: a small buffer there holds on to all of it, 64 KB in Node 24, for as long as it is kept. */
function bytesAlone(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
