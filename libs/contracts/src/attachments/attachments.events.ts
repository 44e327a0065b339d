import { domainEvent, userEvent } from '../domain-event.js';
import { ClientEventOf } from '../kit/client-event.js';
import { Id, Integer, Nested } from '../kit/fields.js';
import { Attachment } from './attachments.schema.js';

/** The space that all files of the realm use. */
class SpaceUsed {
  @Integer({ description: 'Bytes of all files of the organization.' }) uploadSpaceUsed!: number;
}

/** Client event for the queues of the owner. */
@ClientEventOf({ type: 'attachment', op: 'add', when: 'The user uploaded a file.' })
export class AttachmentAddEvent extends SpaceUsed {
  @Nested(Attachment) attachment!: Attachment;
}

/** Client event for the queues of the owner; it carries the complete attachment after the change. */
@ClientEventOf({
  type: 'attachment',
  op: 'update',
  when: 'A message that links a file of the user was sent, edited, moved or deleted, and the messages of the file changed.',
})
export class AttachmentUpdateEvent extends SpaceUsed {
  @Nested(Attachment) attachment!: Attachment;
}

/** The id of a deleted file. */
export class RemovedAttachment {
  @Id() id!: number;
}

/** Client event for the queues of the owner. */
@ClientEventOf({
  type: 'attachment',
  op: 'remove',
  when: 'A file of the user was deleted: by the user, or because no message had linked it for long.',
})
export class AttachmentRemoveEvent extends SpaceUsed {
  @Nested(RemovedAttachment) attachment!: RemovedAttachment;
}

export const AttachmentAdded = userEvent('files.attachment_added', AttachmentAddEvent);

export const AttachmentUpdated = userEvent('files.attachment_updated', AttachmentUpdateEvent);

/** The messaging service removes its claims of the file. */
export const AttachmentRemoved = userEvent('files.attachment_removed', AttachmentRemoveEvent);

export interface FilePreviewChange {
  readonly fileId: number;
  readonly pathId: string;
  /** `ready`: the preview was late, and can be shown now. `broken`: the file is no picture that can be shown. */
  readonly result: 'ready' | 'broken';
}

/** Messages that link the file are rendered again. */
export const FilePreviewChanged = domainEvent<FilePreviewChange>()('files.preview_changed');
