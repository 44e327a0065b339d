import { Injectable } from '@nestjs/common';

type StopListener = () => Promise<void> | void;

/** Told when the gateway begins to stop: whoever holds calls open answers them now. Told before anything is closed. */
@Injectable()
export class Stopping {
  private readonly listeners: StopListener[] = [];
  private begun = false;

  get hasBegun(): boolean {
    return this.begun;
  }

  onBegin(listener: StopListener): void {
    this.listeners.push(listener);
  }

  /** For the HTTP server. */
  async begin(): Promise<void> {
    this.begun = true;
    await Promise.allSettled(this.listeners.map(async (listener) => listener()));
  }
}
