import { domainEvent } from '../domain-event.js';
import type { FileClaim, FileHold, RemovedFileClaim } from './file-claims.schema.js';

/**
 * The event and a request after the commit carry the same change. They may arrive in any order and repeatedly: of two changes of the
 * same claim or hold, the one with the greater version counts.
 */
export interface FileClaimsChange {
  readonly version: number;
  readonly added: readonly FileClaim[];
  readonly removed: readonly RemovedFileClaim[];
  readonly holds: readonly FileHold[];
}

/** Claims or holds of files changed. Only for the files service; applying it twice has no further effect. */
export const FileClaimsChanged = domainEvent<FileClaimsChange>()('messaging.file_claims_changed');
