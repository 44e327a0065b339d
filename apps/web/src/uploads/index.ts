export { type UploadedFile, UploadRefused, uploadFile } from './upload-file.js';
