export { ClientStorage } from './client-storage.js';
export { removeEverything } from './remove-everything.js';
export { restoreClient, type StoredClient, storedClient } from './stored-client.js';
