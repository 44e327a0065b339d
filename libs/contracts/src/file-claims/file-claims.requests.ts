import { MAX_CLAIMED_FILES_PER_MESSAGE } from '../attachments/attachments.schema.js';
import { Id, Integer, ListOf, Nested } from '../kit/fields.js';
import { id } from '../kit/types/index.js';
import { Principal } from '../principal.js';
import { AfterCommitRequest, RealmRequest, repeatable } from '../service-request.js';
import { FileClaim, FileHold, MAX_CLAIMS_PER_CHANGE, RemovedFileClaim } from './file-claims.schema.js';

/** Whether a message lets the reader read the file. A null reader is a spectator. The owner is not asked about. */
export class MayReadFile extends repeatable(RealmRequest<boolean>, 'messaging.file_claims.may_read') {
  @Nested(Principal, { nullable: true }) reader!: Principal | null;
  @Id() fileId!: number;
}

/** Selects the files that a message, a draft or a scheduled message links, for the sweep. */
export class FilesInUse extends repeatable(RealmRequest<readonly number[]>, 'messaging.file_claims.in_use') {
  @ListOf(id(), { max: MAX_CLAIMED_FILES_PER_MESSAGE }) fileIds!: readonly number[];
}

/** Sent by messaging: applies a {@link FileClaimsChange} before its event arrives. Effect: AttachmentUpdated. */
export class ApplyFileClaims extends repeatable(AfterCommitRequest, 'files.claims.apply') {
  @Integer({ min: 1 }) version!: number;
  @ListOf(FileClaim, { max: MAX_CLAIMS_PER_CHANGE }) added!: readonly FileClaim[];
  @ListOf(RemovedFileClaim, { max: MAX_CLAIMS_PER_CHANGE }) removed!: readonly RemovedFileClaim[];
  @ListOf(FileHold, { max: MAX_CLAIMS_PER_CHANGE }) holds!: readonly FileHold[];
}
