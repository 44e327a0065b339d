import { endpoint } from '../kit/endpoint.js';
import { Integer, ListOf } from '../kit/fields.js';
import { Attachment } from './attachments.schema.js';

/** Response of GET /attachments. */
export class AttachmentList {
  /** Oldest first. */
  @ListOf(Attachment) attachments!: readonly Attachment[];
  @Integer({ description: 'Bytes of all files of the organization.' }) uploadSpaceUsed!: number;
}

export const getAttachments = endpoint({
  pattern: 'files.attachments.list',
  route: 'GET /attachments',
  summary: 'Get the files that you uploaded',
  response: AttachmentList,
});
