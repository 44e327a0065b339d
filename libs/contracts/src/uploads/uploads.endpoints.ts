import { endpoint } from '../kit/endpoint.js';
import { Text } from '../kit/fields.js';

/** Response to an upload. */
export class UploadedFileAddress {
  @Text({ description: 'Path from the root of the host, for links in messages.' }) url!: string;
  @Text({ description: 'The same as `url`, for older clients.' }) uri!: string;
  @Text({ description: 'Name of the file, for people.' }) filename!: string;
}

/**
 * Errors (BAD_REQUEST): "You must specify a file to upload", "You may only upload one file at a time",
 * "Uploaded file is larger than the allowed limit of … MiB". REALM_UPLOAD_QUOTA; FILE_REJECTED.
 */
export const uploadFile = endpoint('POST /user_uploads', {
  pattern: 'gateway.uploads.upload',
  summary: 'Upload a file',
  description: 'Only its owner can read the file until a message links its `url`.',
  streamsFile: { missing: 'You must specify a file to upload', several: 'You may only upload one file at a time' },
  response: UploadedFileAddress,
});
