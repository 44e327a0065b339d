import { createHash } from 'node:crypto';
import { MAX_WAITING_AT_PREFERRED, OVERLOAD_PAUSE_MS, preferredList, SILENT_AFTER_MS } from './limits.js';

/** State of one announced replica, as one caller sees it. */
export class PreferredReplica {
  readonly list: string;
  private readonly seed: number;
  private waiting = 0;
  private silentSinceMs = 0;
  private passedOverUntilMs = 0;

  constructor(
    readonly service: string,
    readonly instance: string,
  ) {
    this.list = preferredList(service, instance);
    this.seed = createHash('sha1').update(instance).digest().readUInt32LE();
  }

  /** Rendezvous hashing: the replica with the highest rank is the realm's, so a change of replicas moves few realms. */
  rankFor(realmId: number): number {
    let bits = Math.imul(this.seed ^ realmId, 0x9e3779b1);
    bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
    return (bits ^ (bits >>> 13)) >>> 0;
  }

  isPassedOver(): boolean {
    return performance.now() < this.passedOverUntilMs;
  }

  passOver(forMs: number): void {
    this.passedOverUntilMs = performance.now() + forMs;
  }

  onListLength(length: number): void {
    if (length > MAX_WAITING_AT_PREFERRED) this.passOver(OVERLOAD_PAUSE_MS);
  }

  countSent(): void {
    if (this.waiting++ === 0) this.restartSilence();
  }

  countEnded(hasReplied: boolean): void {
    this.waiting--;
    if (hasReplied) this.restartSilence();
  }

  isWaitedFor(): boolean {
    return this.waiting > 0;
  }

  isSilent(): boolean {
    return this.isWaitedFor() && performance.now() - this.silentSinceMs >= SILENT_AFTER_MS;
  }

  restartSilence(): void {
    this.silentSinceMs = performance.now();
  }
}
