const KEY = 'chat.notified';
/** More messages do not come while the reader changes the tab. */
const MAX_SETTLED = 50;

/** The messages about which a tab of this browser has notified, or decided not to. All tabs read the same list. */
export interface SettledMessages {
  has(messageId: number): boolean;
  add(messageId: number): void;
}

/** The list in the storage of the browser. Without storage, only for this tab. */
export class StoredSettledMessages implements SettledMessages {
  private own: readonly number[] = [];

  has(messageId: number): boolean {
    return this.ids().includes(messageId);
  }

  add(messageId: number): void {
    this.own = [...this.ids(), messageId].slice(-MAX_SETTLED);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.own));
    } catch {
      // Without storage the list of this tab remains.
    }
  }

  private ids(): readonly number[] {
    try {
      const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
      return Array.isArray(ids) ? ids : this.own;
    } catch {
      return this.own;
    }
  }
}
