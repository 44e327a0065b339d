import { domainEvent } from '../domain-event.js';
import type { FileClaim, FileHold } from './file-claims.schema.js';

export interface FileClaimsChange {
  readonly added: readonly FileClaim[];
  readonly removed: readonly FileClaim[];
  readonly holds: readonly FileHold[];
}

/** Claims or holds of files changed. Only for the files service; applying it twice has no further effect. */
export const FileClaimsChanged = domainEvent<FileClaimsChange>()('messaging.file_claims_changed');
