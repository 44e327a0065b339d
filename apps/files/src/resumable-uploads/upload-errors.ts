import { ApiError, MAX_PIECES_PER_UPLOAD, MAX_RESUMABLE_UPLOADS_PER_PERSON } from '@chat/contracts';

/* Statuses are those of tus 1.0.0. */

export const noSuchUpload = () => new ApiError('BAD_REQUEST', 'No such upload', 404);
export const uploadIsComplete = () => new ApiError('BAD_REQUEST', 'The upload is complete', 403);
export const wrongOffset = (offset: number) => new ApiError('BAD_REQUEST', `The upload is at offset ${offset}`, 409);
export const tooManyBytes = () => new ApiError('BAD_REQUEST', 'The body is longer than the rest of the upload', 413);
export const tooManyPieces = () =>
  new ApiError('BAD_REQUEST', `The upload has too many pieces (limit: ${MAX_PIECES_PER_UPLOAD})`, 413);
export const uploadIsInUse = () => new ApiError('BAD_REQUEST', 'Another request continues this upload', 423);
export const tooManyUploads = () =>
  new ApiError('BAD_REQUEST', `Too many incomplete uploads (limit: ${MAX_RESUMABLE_UPLOADS_PER_PERSON})`, 429);
export const wrongChecksum = () => new ApiError('BAD_REQUEST', 'The checksum of the body differs', 460);
