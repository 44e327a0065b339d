import { Bool, Id, Integer } from '../kit/fields.js';

/** Claims and holds in one event. A change of more has several events. */
export const MAX_CLAIMS_PER_CHANGE = 1_000;

/** A message that no longer gives access to a file. */
export class RemovedFileClaim {
  @Id() fileId!: number;
  @Id() messageId!: number;
}

/** A message that gives its readers access to a file. */
export class FileClaim extends RemovedFileClaim {
  @Integer({ description: 'Milliseconds since 1970.' }) dateSent!: number;
}

/** Whether drafts or scheduled messages protect a file from deletion. They give no access to it. */
export class FileHold {
  @Id() fileId!: number;
  @Bool() isHeld!: boolean;
}
