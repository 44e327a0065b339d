import { setting } from '@chat/configuration';

/** Scheme of the addresses that the app on a phone handles. */
export const appScheme = (): 'chat' | 'zulip' => setting('CLIENT_COMPAT') || 'chat';
