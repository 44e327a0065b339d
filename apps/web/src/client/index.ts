export { ClientChanges } from './client-changes.js';
export { ClientProvider, type PageClient, useClient, usePageClient } from './client-context.js';
export { type Connection, Connections } from './connection.js';
export { useMessage, useMessageView, useMessageViewError } from './use-messages.js';
export { useConnection, useField, useIsStarred, useRecord, useRecords, useUnread } from './use-state.js';
