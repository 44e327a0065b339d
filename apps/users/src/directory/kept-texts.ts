import type { RealmAccounts } from './realm-accounts.js';

const MAX_TEXTS = 24;
/** Of UTF-16 units; together with the newest text. */
const MAX_LENGTH = 32 * 1024 * 1024;

interface KeptText {
  readonly accounts: RealmAccounts;
  readonly name: string;
  readonly text: string;
}

/** Texts made of a realm's accounts of one moment, for those who ask the same right after each other. Bounded; oldest first. */
export class KeptTexts {
  private kept: KeptText[] = [];

  /** The text of this name, made by `make` unless it is kept. */
  get(accounts: RealmAccounts, name: string, make: () => string): string {
    const found = this.kept.find((one) => one.accounts === accounts && one.name === name);
    if (found !== undefined) return found.text;
    const text = make();
    this.kept = [...this.kept, { accounts, name, text }].slice(-MAX_TEXTS);
    let length = this.kept.reduce((sum, one) => sum + one.text.length, 0);
    while (length > MAX_LENGTH && this.kept.length > 1) length -= this.kept.shift()?.text.length ?? 0;
    return text;
  }
}
