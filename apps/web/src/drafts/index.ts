export { DraftBox, type DraftServer, type LocalDraft, type ServerDraft } from './draft-box.js';
export { draftStorage } from './draft-storage.js';
