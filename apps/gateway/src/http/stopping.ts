import { Injectable } from '@nestjs/common';

/** Runs listeners when the gateway begins to stop and before it closes anything, so that open calls can be answered. */
@Injectable()
export class Stopping {
  private readonly listeners: (() => Promise<void> | void)[] = [];
  private begun = false;

  get hasBegun(): boolean {
    return this.begun;
  }

  onBegin(listener: () => Promise<void> | void): void {
    this.listeners.push(listener);
  }

  /** To be called by the HTTP server. */
  async begin(): Promise<void> {
    this.begun = true;
    await Promise.allSettled(this.listeners.map(async (listener) => listener()));
  }
}
