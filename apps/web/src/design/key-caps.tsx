import { type TextKey, useText } from '../languages/index.js';
import { keySigns } from '../shortcuts/index.js';

/** Keys that other keyboards name differently. */
const NAMES: Readonly<Record<string, TextKey>> = {
  Ctrl: 'key.ctrl',
  Shift: 'key.shift',
  Space: 'key.space',
  Home: 'key.home',
  End: 'key.end',
  PgUp: 'key.page_up',
  PgDn: 'key.page_down',
};

/** The keys of a shortcut such as `Ctrl+k`, as the keyboards of the reader's language name them. */
export function KeyCaps({ keys }: { readonly keys: string }) {
  const text = useText();
  return keySigns(keys).map((sign) => {
    const name = NAMES[sign];
    return <kbd key={sign}>{name === undefined ? sign : text(name)}</kbd>;
  });
}
