import { BYTES } from '../support/tus-request.js';

/** A request of tus that is wrong somewhere, and the status of its response. */
export interface HostileUpload {
  readonly what: string;
  readonly method: 'POST' | 'PATCH' | 'HEAD' | 'DELETE';
  /** Below `/tus`; `ID` stands for the id of an upload of 5 bytes. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
}

const creation = (what: string, headers: Record<string, string>, status: number): HostileUpload => ({
  ...{ what, method: 'POST', path: '/', status },
  headers: { 'upload-length': '1', ...headers },
});
const part = (what: string, headers: Record<string, string>, body: string, status: number): HostileUpload => ({
  ...{ what, method: 'PATCH', path: '/ID', body, status },
  headers: { ...BYTES, 'upload-offset': '0', ...headers },
});
const atPath = (path: string, status = 404): HostileUpload[] =>
  (['HEAD', 'PATCH', 'DELETE'] as const).map((method) => ({
    ...{ what: `${method} ${path.slice(0, 40)}`, method, path, status },
    headers: method === 'PATCH' ? { ...BYTES, 'upload-offset': '0' } : {},
  }));

export const HOSTILE_UPLOADS: readonly HostileUpload[] = [
  ...['9'.repeat(17), '9'.repeat(400), '4294967296000'].map((length) =>
    creation(`length ${length.slice(0, 20)}`, { 'upload-length': length }, 413),
  ),
  ...['-1', '1.5', '0x10', '1e9', 'NaN', ' ', '1,1'].map((length) =>
    creation(`length "${length}"`, { 'upload-length': length }, 422),
  ),
  creation('no length', { 'upload-length': '', 'upload-defer-length': '1' }, 422),
  ...['filename a b', 'filename ===', ',,', 'a eA==,a eA==', 'filename %2e%2e', '\u00e9 eA==', '__proto__ \u00e9'].map(
    (metadata) => creation(`metadata "${metadata}"`, { 'upload-metadata': metadata }, 422),
  ),
  creation('10,000 pairs of metadata', { 'upload-metadata': 'k,'.repeat(5_000) }, 422),
  creation('another version', { 'tus-resumable': '2.0.0' }, 412),
  ...['1', '-1', '0.0', '9'.repeat(40), 'x', '0, 0'].map((offset) =>
    part(`offset ${offset.slice(0, 20)}`, { 'upload-offset': offset }, 'x', 409),
  ),
  part('more bytes than the upload lacks', {}, 'too long', 413),
  part('a body that is no bytes', { 'content-type': 'application/json' }, '{}', 415),
  part('a wrong checksum', { 'upload-checksum': 'sha1 AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }, 'x', 460),
  ...['crc32 AAAA', 'sha1', '__proto__ AAAA', `sha1 ${'A'.repeat(5_000)}`, 'sha1 \u00e9'].map((checksum) =>
    part(`checksum ${checksum.slice(0, 20)}`, { 'upload-checksum': checksum }, 'x', 400),
  ),
  ...['/..%2f..%2f..%2fetc%2fpasswd', '/%00', '/%0d%0aset-cookie:a=b', '/ID%2f0', `/${'a'.repeat(900)}`].flatMap(
    (path) => atPath(path),
  ),
];

/** Names in the metadata of files. */
export const HOSTILE_NAMES: readonly string[] = [
  ...['../../../etc/passwd', '..', '.', '/', '\\..\\..\\x', '%2e%2e%2f%2e%2e%2fx', '\0', 'a\0b.txt'],
  ...['a\r\nset-cookie: a=b\r\n\r\n.txt', 'a"; filename="b.html', '\u202egnp.exe', 'x'.repeat(4_000), '\ufffe', ''],
];
