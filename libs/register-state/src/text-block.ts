import { createHash } from 'node:crypto';

/** Elements of a JSON array as text, without the brackets, and a name that no other text has. */
export class TextBlock {
  private hash: string | undefined;

  constructor(readonly elements: string) {}

  /** Computed when it is first asked for. */
  get name(): string {
    this.hash ??= createHash('sha256').update(this.elements).digest('base64url');
    return this.hash;
  }
}
