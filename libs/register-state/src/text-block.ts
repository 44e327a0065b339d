import { createHash } from 'node:crypto';

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
