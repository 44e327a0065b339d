import { useMemo, useSyncExternalStore } from 'react';
import type { Address } from './address.js';
import { type AddressNames, addressOf, fragmentOf } from './fragment.js';

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
};
const fragment = (): string => location.hash;

/** The address that the browser shows. Undefined: unknown. An empty one is `home`. */
export function useAddress(home: Address): Address | undefined {
  const shown = useSyncExternalStore(subscribe, fragment);
  return useMemo(() => (isEmpty(shown) ? home : addressOf(shown)), [shown, home]);
}

/** The address that the browser shows, outside of rendering. */
export const currentAddress = (): Address | undefined => addressOf(location.hash);

/** Opens the address. `replace` leaves no entry for Back. */
export function go(address: Address, options: { replace?: boolean; names?: AddressNames } = {}): void {
  const target = fragmentOf(address, options.names);
  if (target === location.hash) return;
  if (options.replace !== true) {
    location.hash = target;
    return;
  }
  history.replaceState(history.state, '', target);
  // `replaceState` causes no event.
  dispatchEvent(new HashChangeEvent('hashchange'));
}

const isEmpty = (shown: string): boolean => shown === '' || shown === '#';
