import { endpoint } from '../kit/endpoint.js';
import { Id, Integer, ListOf } from '../kit/fields.js';
import { Attachment } from './attachments.schema.js';

/** Response of GET /attachments. */
export class AttachmentList {
  /** Oldest first. */
  @ListOf(Attachment) attachments!: readonly Attachment[];
  @Integer({ description: 'Bytes of all files of the organization.' }) uploadSpaceUsed!: number;
}

/** Path parameter of DELETE /attachments/{attachment_id}. Error (BAD_REQUEST): "Invalid attachment". */
export class AttachmentSelection {
  @Id() attachmentId!: number;
}

export const getAttachments = endpoint('GET /attachments', {
  pattern: 'files.attachments.list',
  summary: 'Get the files that you uploaded',
  response: AttachmentList,
});

/** Effect: AttachmentRemoved. */
export const removeAttachment = endpoint('DELETE /attachments/{attachment_id}', {
  pattern: 'files.attachments.remove',
  summary: 'Delete a file that you uploaded',
  description: 'Messages that link the file stay; their links lead nowhere.',
  parameters: AttachmentSelection,
});
