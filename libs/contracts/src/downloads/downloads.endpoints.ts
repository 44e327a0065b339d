import { endpoint, RawResponse } from '../kit/endpoint.js';
import { Id, Text } from '../kit/fields.js';

/** Parameters of the addresses of a file: `{realm_id}/{path}` is the path below `/user_uploads/`. */
export class UploadedFilePath {
  @Id() realmId!: number;
  @Text({ max: 1_000, controlCharacters: 'allowed' }) path!: string;
}

const fileAddress = {
  access: 'user-or-spectator',
  atRoot: true,
  takesSessions: true,
  isPicture: true,
  slot: 'download',
  tag: 'user_uploads',
  parameters: UploadedFilePath,
  response: RawResponse,
  errorStatuses: [403, 404],
} as const;

/**
 * With FILES_URL, a request without an `Authorization` header gets a redirect (302) to a temporary address there.
 * Errors, as HTML, or as a picture if `Accept` names pictures and no HTML: 404 "File not found.", 403 "You are not authorized to view this file.". Files in messages of web-public streams need no
 * credentials.
 */
export const getFile = endpoint('GET /user_uploads/{realm_id}/{path...}', {
  pattern: 'gateway.downloads.get_file',
  summary: 'An uploaded file',
  description: 'Serves ranges. Pictures, films, sounds and PDF are shown by browsers; they store other files.',
  ...fileAddress,
});

export const downloadFile = endpoint('GET /user_uploads/download/{realm_id}/{path...}', {
  pattern: 'gateway.downloads.download_file',
  summary: 'An uploaded file that browsers store',
  ...fileAddress,
});

/** The last segment of the path is a name of `server_thumbnail_formats`. */
export const getThumbnail = endpoint('GET /user_uploads/thumbnail/{realm_id}/{path...}', {
  pattern: 'gateway.downloads.get_thumbnail',
  summary: 'The thumbnail of a picture',
  description: 'The last segment is a name of `server_thumbnail_formats`. Another format gets the nearest one.',
  ...fileAddress,
  example: { path: 'ab/0f1e2d3c/picture.png/840x560.webp' },
});

/** An address that works without credentials for 60 s, for the person that got it and everyone else. */
export class TemporaryFileAddress {
  @Text({ description: 'Path from the root of the host.' }) url!: string;
}

export const getTemporaryAddress = endpoint('GET /user_uploads/{realm_id}/{path...}', {
  pattern: 'gateway.downloads.get_temporary_address',
  summary: 'An address of a file that needs no credentials for 60 s',
  parameters: UploadedFilePath,
  response: TemporaryFileAddress,
  errorStatuses: [403, 404],
});

/** Path of a temporary address. The token names the file, and `file_name` has to be its name. */
export class TemporaryFilePath {
  @Text({ max: 1_000, controlCharacters: 'allowed' }) token!: string;
  @Text({ max: 1_000, controlCharacters: 'allowed' }) fileName!: string;
}

/** Errors (BAD_REQUEST): "Invalid token", "Invalid filename". */
export const getTemporaryFile = endpoint('GET /user_uploads/temporary/{token}/{file_name}', {
  pattern: 'gateway.downloads.get_temporary_file',
  access: 'anyone',
  atRoot: true,
  isOnFilesOrigin: true,
  isPicture: true,
  slot: 'download',
  tag: 'user_uploads',
  summary: 'The file of a temporary address',
  parameters: TemporaryFilePath,
  response: RawResponse,
});

/** Messages name this address while a preview is late, as the class `image-loading-placeholder` says. */
export const getPreviewPlaceholder = endpoint('GET /static/images/loading/loader-black.svg', {
  pattern: 'gateway.downloads.get_preview_placeholder',
  access: 'anyone',
  atRoot: true,
  isPicture: true,
  tag: 'user_uploads',
  summary: 'A picture that stands for a preview that is not made yet',
  response: RawResponse,
});
