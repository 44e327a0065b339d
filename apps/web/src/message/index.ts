export type { ContentActions } from './content/content-clicks.js';
export { ContentProvider } from './content-context.js';
export { MessageContent } from './message-content.js';
