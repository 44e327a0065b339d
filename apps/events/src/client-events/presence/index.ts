import { presenceClientEvent } from './presence.client-event.js';

/** What clients read of events that the events service itself tells. */
export const PRESENCE_MAPPINGS = [presenceClientEvent];
