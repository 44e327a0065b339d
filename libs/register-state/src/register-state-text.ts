import { createHash } from 'node:crypto';
import { JsonText } from '@chat/redis-rpc';

/** Elements of a JSON array as text without brackets, and a name that only this text has. */
export class TextBlock {
  private hash: string | undefined;

  constructor(readonly elements: string) {}

  /** Hash of the text, computed at the first access. */
  get name(): string {
    this.hash ??= createHash('sha256').update(this.elements).digest('base64url');
    return this.hash;
  }
}

/** A list in blocks. A `TextBlock` is shared by many readers; a string has the elements that only one reader gets. */
export class SharedList {
  readonly blocks: readonly (TextBlock | string)[];

  constructor(blocks: readonly (TextBlock | string)[]) {
    this.blocks = blocks.filter((block) => elementsOf(block) !== '');
  }

  /** The text of the JSON array. */
  get text(): string {
    return `[${this.blocks.map(elementsOf).join(',')}]`;
  }
}

/**
 * The reply to `GetRegisterState` as text. A field is a `SharedList`, a `JsonText`, or a value to serialize. `known`: names of blocks that
 * the requester has. Undefined means a requester of a release without blocks, which gets plain lists. `subscribedStreamIds`: for a
 * requester that wants them.
 */
export function registerStateText(
  sequence: number,
  fields: Readonly<Record<string, unknown>>,
  known: readonly string[] | undefined,
  subscribedStreamIds?: readonly number[],
): JsonText {
  const members: string[] = [];
  const lists: string[] = [];
  const sent = new Map<string, string>();
  const isKnown = new Set(known);
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (value instanceof SharedList && known !== undefined) {
      const entries = value.blocks.map((block) => {
        if (!(block instanceof TextBlock)) return `[${block}]`;
        if (!isKnown.has(block.name)) sent.set(block.name, block.elements);
        return `"${block.name}"`;
      });
      lists.push(`"${name}":[${entries.join(',')}]`);
    } else {
      const isText = value instanceof JsonText || value instanceof SharedList;
      members.push(`"${name}":${isText ? value.text : JSON.stringify(value)}`);
    }
  }
  const state = `{"sequence":${sequence},"state":{${members.join(',')}}`;
  const subscribed = subscribedStreamIds ? `,"subscribedStreamIds":[${subscribedStreamIds.join(',')}]` : '';
  if (known === undefined) return new JsonText(`${state}${subscribed}}`);
  const blocks = [...sent].map(([name, elements]) => `"${name}":[${elements}]`);
  return new JsonText(`${state},"shared":{"lists":{${lists.join(',')}},"blocks":{${blocks.join(',')}}}${subscribed}}`);
}

const elementsOf = (block: TextBlock | string): string => (block instanceof TextBlock ? block.elements : block);
