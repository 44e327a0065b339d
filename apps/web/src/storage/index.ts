export { ClientStorage } from './client-storage.js';
export { whenIdle } from './idle-work.js';
export { KeptClient } from './kept-client.js';
export { removeEverything } from './remove-everything.js';
export { restoreClient, type StoredClient } from './stored-client.js';
