import type { FileTransfer } from '../file-transfers/file-transfers.requests.js';
import { Bool, Nested, OneOf, Text } from '../kit/fields.js';
import { Principal } from '../principal.js';
import { RealmRequest, repeatable } from '../service-request.js';

/** A path below `/user_uploads/`, as a client wrote it. */
const PATH = { max: 1_000, controlCharacters: 'allowed' } as const;

/** Reads with one verb, which the permission of the transfer names. */
const VERBS = ['GET', 'HEAD'] as const;
export type ReadVerb = (typeof VERBS)[number];

/** Reads of one file in a day by spectators, of all of them together. */
export const MAX_SPECTATOR_READS_PER_DAY = 1_000;
/** A temporary address is valid for this time. */
export const TEMPORARY_ADDRESS_SECONDS = 60;

/**
 * Permits a reader to read a file. A null reader is a spectator. Errors: 404 without the file, 403 without access to it and
 * for spectators beyond MAX_SPECTATOR_READS_PER_DAY.
 */
export class OpenFile extends repeatable(RealmRequest<FileTransfer>, 'files.downloads.open') {
  @Nested(Principal, { nullable: true }) reader!: Principal | null;
  @Text(PATH) pathId!: string;
  @OneOf(VERBS) verb!: ReadVerb;
  /** Browsers store the file instead of showing it. */
  @Bool() asAttachment!: boolean;
  /** Name of a thumbnail; null for the file itself. */
  @Text({ ...PATH, nullable: true }) format!: string | null;
}

/** Makes an address of a file that anyone can read for TEMPORARY_ADDRESS_SECONDS. Errors: those of {@link OpenFile}. */
export class MakeTemporaryAddress extends repeatable(
  RealmRequest<TemporaryAddress>,
  'files.downloads.make_temporary_address',
) {
  @Nested(Principal, { nullable: true }) reader!: Principal | null;
  @Text(PATH) pathId!: string;
  @Bool() asAttachment!: boolean;
  /** As in {@link OpenFile}; absent: null. */
  @Text({ ...PATH, nullable: true, optional: true }) format?: string | null;
}

export interface TemporaryAddress {
  /** From the root of the host. */
  readonly url: string;
}

/** Permits to read the file of a temporary address. Errors (BAD_REQUEST): "Invalid token", "Invalid filename". */
export class OpenTemporaryFile extends repeatable(RealmRequest<FileTransfer>, 'files.downloads.open_temporary') {
  @Text(PATH) token!: string;
  @Text(PATH) fileName!: string;
  @OneOf(VERBS) verb!: ReadVerb;
}
