export { type OpeningClient, openPageClient } from './open-page-client.js';
