/**
 * Permission for one transfer of bytes over the internal HTTP listener of the files service. The grant names one path and one verb and is
 * valid for GRANT_SECONDS; any replica accepts it.
 */
export interface FileTransfer {
  /** `http://host:port` of the listener of the replica that replied. */
  readonly address: string;
  readonly path: string;
  /** Value of the `authorization` header after `Bearer `. */
  readonly grant: string;
}

export const GRANT_SECONDS = 30;
