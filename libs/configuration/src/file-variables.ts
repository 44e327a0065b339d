import { boolean, integer, oneOf, optionalText, optionalUrl, structured, text } from './kinds.js';
import { UnfitValue } from './unfit-value.js';

/** Variable in whole MiB, from `min` to 1,024. */
export const fileSize = (meaning: string, fallback: number, min = 1) => integer(meaning, { fallback, min, max: 1_024 });

export const MAX_FILE_UPLOAD_SIZE_MIB = fileSize('Largest upload, in MiB; 0: no uploads', 25, 0);

/** Null: none. */
export const UPLOAD_QUOTA_MIB = structured<number | null>(
  'Space for the files of a realm, in MiB, unless `npm run chat -- files quota` sets another quota',
  { fallback: null },
  (text) => {
    if (!/^\d{1,9}$/.test(text)) throw new UnfitValue('set a whole number of MiB, or leave it out');
    return Number(text);
  },
);

const ORIGIN_EXPECTATION = 'set scheme and host only, such as https://files.example.com';

/** Null: none. */
export const FILES_URL = structured<string | null>(
  'Another origin of the gateways, to which browsers are redirected to read files, such as `https://files.example.com`. Its host has no other use ([files](../operations/files.md#an-origin-for-files))',
  { fallback: null },
  (text) => {
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw new UnfitValue(ORIGIN_EXPECTATION);
    const { origin, href } = new URL(text);
    if (href !== `${origin}/`) throw new UnfitValue(ORIGIN_EXPECTATION);
    return origin;
  },
);
export const FILES = {
  MAX_FILE_UPLOAD_SIZE_MIB,
  FILES_LISTEN_HOST: text('Address of the internal listener, on which gateways send and fetch the bytes of files', {
    fallback: '127.0.0.1',
  }),
  FILES_LISTEN_PORT: integer('Port of that listener; 0: any free port', { fallback: 0, max: 65_535 }),
  FILES_ADVERTISED_HOST: optionalText('Host or address by which gateways reach that listener', {
    shownDefault: '`FILES_LISTEN_HOST`',
  }),
  UNCLAIMED_FILES_DAYS: integer('Days without a link from a message, after which a file is deleted', {
    fallback: 35,
    max: 36_500,
  }),
  FILES_DIR: text(
    'Folder of uploaded files. All replicas of the files service share it, so they run on one machine. With `S3_BUCKET`: folder for files on their way to the bucket',
    { fallback: '.local/files' },
  ),
  S3_BUCKET: optionalText(
    'Bucket of uploaded files, instead of the folder; replicas on several machines need one ([files](../operations/files.md))',
  ),
  S3_REGION: text('Region of the bucket', { fallback: 'us-east-1' }),
  S3_ENDPOINT: optionalUrl('Address of the S3 interface, if it is not that of Amazon'),
  S3_PUBLIC_ENDPOINT: optionalUrl('Address at which readers reach the S3 interface, if it is not `S3_ENDPOINT`'),
  S3_PATH_STYLE: boolean("The bucket's name stands in the path of addresses instead of their host", false),
  S3_ACCESS_KEY_ID: optionalText('Key for the bucket', { isSecret: true, shownDefault: 'the role of the machine' }),
  S3_SECRET_ACCESS_KEY: optionalText('Secret of that key', { isSecret: true }),
  S3_ENCRYPTION: oneOf('Encryption of the objects by the server', ['AES256', 'aws:kms']),
  S3_KMS_KEY_ID: optionalText('Key for `aws:kms`', { shownDefault: "the bucket's" }),
  S3_PRESIGN_ABOVE_MIB: integer(
    'Larger files are read at a presigned address of the bucket, which readers must reach, by a redirect; 0: never',
    { fallback: 0 },
  ),
  CLAMD_ADDRESS: optionalText(
    'Scanner of uploads for malware: `host:port` or the path of the socket of clamd. Its `StreamMaxLength` must be at least `MAX_FILE_UPLOAD_SIZE_MIB`',
    { pattern: /^(?:\/.+|(?:[^\s:/]+|\[[\da-f:]+\]):\d{1,5})$/i, expectation: 'set host:port or the path of a socket' },
  ),
  SCAN_WHEN_AWAY: oneOf(
    'While the scanner is away, uploads get 503; with `accept` they are accepted and scanned later',
    ['accept'],
  ),
  KEEP_IMAGE_METADATA: boolean(
    'JPEG, PNG, WebP, GIF, AVIF and TIFF keep their metadata: place, camera, owner, comments, embedded thumbnails. Other files always do',
    false,
  ),
};
