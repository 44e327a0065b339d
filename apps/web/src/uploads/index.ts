export { type Attachment, ConversationUploads } from './conversation-uploads.js';
export { uploadStorage } from './upload-storage.js';
