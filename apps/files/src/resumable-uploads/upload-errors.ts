import { ApiError, MAX_PIECES_PER_UPLOAD, MAX_RESUMABLE_UPLOADS_PER_PERSON } from '@chat/contracts';

/* Statuses are those of tus 1.0.0. */

const refusal = (status: number, message: string) => new ApiError('BAD_REQUEST', message, status);

export const noSuchUpload = () => refusal(404, 'No such upload');
export const uploadIsComplete = () => refusal(403, 'The upload is complete');
export const wrongOffset = (offset: number) => refusal(409, `The upload is at offset ${offset}`);
export const tooManyBytes = () => refusal(413, 'The body is longer than the rest of the upload');
export const tooManyPieces = () => refusal(413, `The upload has too many pieces (limit: ${MAX_PIECES_PER_UPLOAD})`);
export const uploadIsInUse = () => refusal(423, 'Another request continues this upload');
export const tooManyUploads = () =>
  refusal(429, `Too many incomplete uploads (limit: ${MAX_RESUMABLE_UPLOADS_PER_PERSON})`);
export const wrongChecksum = () => refusal(460, 'The checksum of the body differs');
