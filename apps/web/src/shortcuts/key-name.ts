/** The part of a `KeyboardEvent` that names a key. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** The name that the list of keys uses: `Ctrl+k`, `G`, `Shift+ `. The command key of Macs counts as Control. */
export function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): string {
  // With Shift, letters and signs are other keys; keys without a sign are not.
  const needsShift = shiftKey && (key.length > 1 || key === ' ');
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${needsShift ? 'Shift+' : ''}${key}`;
}

const SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  ' ': 'Space',
};

/** The keys to press at once, as keyboards name them: `['Shift', 'G']`. */
export function keySigns(name: string): readonly string[] {
  const parts = /^((?:(?:Ctrl|Alt|Shift)\+)*)(.+)$/s.exec(name);
  const modifiers = (parts?.[1] ?? '').split('+').filter((part) => part !== '');
  const key = parts?.[2] ?? name;
  const isCapital = key.length === 1 && key !== key.toLowerCase();
  return [
    ...modifiers,
    ...(isCapital ? ['Shift'] : []),
    SIGNS[key] ??
      key.toUpperCase().replace(/^([A-Z])([A-Z]+)$/, (_, first: string, rest: string) => first + rest.toLowerCase()),
  ];
}
