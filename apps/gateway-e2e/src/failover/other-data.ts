import type { CuttableProxy } from '@chat/testing';

/** The moment when the services first reach other data than before: those of another server, or of the same server after a loss. */
export class OtherData {
  /** Undefined before. */
  reachedAtMs: number | undefined;

  /** From now on new connections through the addresses lead to other data. */
  beginBehind(...addresses: readonly CuttableProxy[]): void {
    for (const address of addresses) address.onConnected = () => this.begin();
  }

  /** The present connections lead to other data. */
  begin(): void {
    this.reachedAtMs ??= performance.now();
  }

  /** From now on the present data are the usual ones. */
  forget(...addresses: readonly CuttableProxy[]): void {
    for (const address of addresses) address.onConnected = () => {};
    this.reachedAtMs = undefined;
  }
}
