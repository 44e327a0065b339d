import type { BotKey } from './bot-requests.repository.js';

/** Requests of one replica at a time. Those of a slow bot fill only its own slots, so other bots do not wait for it. */
const MAX_PER_BOT = 10;
const MAX_REQUESTS = 2_000;

export interface Slots {
  readonly count: number;
  giveBack(count: number): void;
}

export class SlotsByBot {
  private readonly usedByBot = new Map<string, number>();
  private used = 0;

  /** All free slots of the bot, to be given back; undefined if none is free. */
  take({ realmId, botId }: BotKey): Slots | undefined {
    const key = `${realmId}:${botId}`;
    const count = Math.min(MAX_PER_BOT - (this.usedByBot.get(key) ?? 0), MAX_REQUESTS - this.used);
    if (count <= 0) return undefined;
    this.change(key, count);
    return { count, giveBack: (returned) => this.change(key, -returned) };
  }

  private change(key: string, by: number): void {
    this.used += by;
    const used = (this.usedByBot.get(key) ?? 0) + by;
    if (used === 0) this.usedByBot.delete(key);
    else this.usedByBot.set(key, used);
  }
}
