import { CreateMessaging1700000000000 } from './1700000000000-create-messaging.js';

/** In the order in which they run. */
export const MIGRATIONS = [CreateMessaging1700000000000];
