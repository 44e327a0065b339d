import { endpoint, RawResponse, type TusExample } from '../kit/endpoint.js';
import { Text } from '../kit/fields.js';

/** Path parameter of one resumable upload: the id that its creation returned. */
export class ResumableUploadPath {
  @Text({ max: 1_000, controlCharacters: 'allowed' }) uploadId!: string;
}

const VERSION = { 'Tus-Resumable': '1.0.0' };
const BYTES = { 'Content-Type': 'application/offset+octet-stream' };

const tusEndpoint = (pattern: string, tus: TusExample) =>
  ({
    pattern: `gateway.resumable_uploads.${pattern}`,
    takesSessions: true,
    tag: 'user_uploads',
    response: RawResponse,
    tus,
  }) as const;

/**
 * Statuses of errors: 411 without a length, 413 over the limit of a file or the quota, 422 for malformed metadata, 429 for too many
 * incomplete uploads. With bytes also those of {@link continueResumableUpload}.
 */
export const createResumableUpload = endpoint('POST /tus', {
  ...tusEndpoint('create', {
    headers: { ...VERSION, 'Upload-Length': '5', 'Upload-Metadata': 'filename bm90ZXMudHh0,filetype dGV4dC9wbGFpbg==' },
  }),
  summary: 'Begin a resumable upload',
  description:
    'tus 1.0.0, extensions creation, creation-with-upload, termination, expiration (24 hours) and checksum. The metadata has `filename` and `filetype`. `Location` is the address of the upload.',
});

export const getResumableUpload = endpoint('GET /tus/{upload_id}', {
  ...tusEndpoint('get', { headers: VERSION }),
  summary: 'The offset of a resumable upload',
  description: 'Clients send HEAD. Ends another request that continues the upload.',
  parameters: ResumableUploadPath,
  errorStatuses: [404],
});

/**
 * Statuses of errors: 409 for another offset, 413 for too many bytes, 415 for another content type, 422 for a refused file, 423 if another
 * request does not end, 460 for another checksum.
 */
export const continueResumableUpload = endpoint('PATCH /tus/{upload_id}', {
  ...tusEndpoint('continue', { headers: { ...VERSION, ...BYTES, 'Upload-Offset': '0' }, body: 'hello' }),
  summary: 'Send bytes of a resumable upload',
  description:
    'The request with the last bytes has the status 200 and JSON with `url` and `filename`; others have 204.',
  parameters: ResumableUploadPath,
  errorStatuses: [404],
});

export const terminateResumableUpload = endpoint('DELETE /tus/{upload_id}', {
  ...tusEndpoint('terminate', { headers: VERSION }),
  summary: 'Remove an incomplete upload',
  parameters: ResumableUploadPath,
  errorStatuses: [403, 404],
});
