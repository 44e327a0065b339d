import { integer, optionalText, text } from './kinds.js';

export const fileSize = (meaning: string, fallback: number, min = 1) => integer(meaning, { fallback, min, max: 1_024 });

export const MAX_FILE_UPLOAD_SIZE_MIB = fileSize('Largest upload, in MiB; 0: no uploads', 25, 0);

export const FILES = {
  MAX_FILE_UPLOAD_SIZE_MIB,
  FILES_LISTEN_HOST: text('Address of the internal listener, on which gateways send and fetch the bytes of files', {
    fallback: '127.0.0.1',
  }),
  FILES_LISTEN_PORT: integer('Port of that listener; 0: any free port', { fallback: 0, max: 65_535 }),
  FILES_ADVERTISED_HOST: optionalText('Host or address by which gateways reach that listener', {
    shownDefault: '`FILES_LISTEN_HOST`',
  }),
  FILES_DIR: text('Folder of uploaded files, which all replicas of the files service on this machine share', {
    fallback: '.local/files',
  }),
};
