import type { PressedKey } from './key-name.js';

/** A part of the page that has not come by then is not waited for. */
const MAX_HOLD_MS = 10_000;
/** A part that has come takes the focus within this time. */
const FOCUS_MS = 500;

/**
 * Keys that a person presses while a part of the page loads which a key has opened. They are no commands. Letters are typed
 * into the field of that part as soon as it has the focus.
 */
export class HeldKeys {
  /** The effect of Escape on each part that loads. */
  private readonly holds = new Map<object, (() => void) | undefined>();
  private settling: ReturnType<typeof setTimeout> | undefined;
  private text = '';
  /** Something took the focus since the last part was opened. */
  private hasFocus = false;

  /** Until the returned function is called and the part has the focus. `onEscape`: for a part that Escape closes while it loads. */
  hold(onEscape?: () => void): () => void {
    const hold = {};
    this.holds.set(hold, onEscape);
    this.hasFocus = false;
    clearTimeout(this.settling);
    const release = () => {
      clearTimeout(latest);
      if (!this.holds.delete(hold) || this.holds.size > 0) return;
      if (this.hasFocus) this.drop();
      else this.settling = setTimeout(() => this.drop(), FOCUS_MS);
    };
    const latest = setTimeout(release, MAX_HOLD_MS);
    return release;
  }

  press({ key, ctrlKey, metaKey, altKey }: PressedKey): boolean {
    if (!this.isHolding || ctrlKey || metaKey || altKey) return false;
    if (key.length === 1) this.text += key;
    else if (key === 'Backspace') this.text = this.text.slice(0, -1);
    else if (key === 'Escape') this.escape();
    return true;
  }

  /** The text for the field that has the focus now. */
  take(): string {
    const { text } = this;
    this.text = '';
    this.arrive();
    return text;
  }

  /** A part has the focus. It was the awaited one unless others still load. */
  arrive(): void {
    this.hasFocus = true;
    if (this.holds.size === 0) this.drop();
  }

  /** The person does something else: the text must not go there. */
  drop(): void {
    clearTimeout(this.settling);
    this.settling = undefined;
    this.text = '';
  }

  /** Keys act again at once, unless another part loads. */
  private escape(): void {
    for (const [hold, onEscape] of [...this.holds]) {
      if (onEscape === undefined) continue;
      this.holds.delete(hold);
      onEscape();
    }
    if (this.holds.size === 0) this.drop();
    else this.text = '';
  }

  private get isHolding(): boolean {
    return this.holds.size > 0 || this.settling !== undefined;
  }
}

export const heldKeys = new HeldKeys();
