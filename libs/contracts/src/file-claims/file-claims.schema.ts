import { Bool, Id, Integer } from '../kit/fields.js';

/** A message that gives its readers access to a file. */
export class FileClaim {
  @Id() fileId!: number;
  @Id() messageId!: number;
  @Integer({ description: 'Milliseconds since 1970.' }) dateSent!: number;
}

/** Whether drafts or scheduled messages protect a file from deletion. They give no access to it. */
export class FileHold {
  @Id() fileId!: number;
  @Bool() isHeld!: boolean;
}
