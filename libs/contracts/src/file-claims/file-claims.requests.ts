import { MAX_CLAIMED_FILES_PER_MESSAGE } from '../attachments/attachments.schema.js';
import { Id, ListOf, Nested } from '../kit/fields.js';
import { id } from '../kit/types/index.js';
import { Principal } from '../principal.js';
import { RealmRequest } from '../service-request.js';

/** Whether a message lets the reader read the file. A null reader is a spectator. The owner is not asked about. */
export class MayReadFile extends RealmRequest<boolean> {
  static readonly pattern = 'messaging.file_claims.may_read';
  static readonly isRepeatable = true;

  @Nested(Principal, { nullable: true }) reader!: Principal | null;
  @Id() fileId!: number;
}

/** Selects the files that a message, a draft or a scheduled message links, for the sweep. */
export class FilesInUse extends RealmRequest<readonly number[]> {
  static readonly pattern = 'messaging.file_claims.in_use';
  static readonly isRepeatable = true;

  @ListOf(id(), { max: MAX_CLAIMED_FILES_PER_MESSAGE }) fileIds!: readonly number[];
}
