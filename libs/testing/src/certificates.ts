import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Makes `certificate.pem` and `key.pem` in `folder`, signed by the certificate in the folder `authority`, or by itself. Returns the path
 * of the certificate.
 */
export async function makeCertificate(folder: string, subject: string, authority?: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const certificate = join(folder, 'certificate.pem');
  // An issuer with the same name would count as a certificate that signed itself.
  const name = authority === undefined ? '127.0.0.1' : 'signed';
  const signer = authority && ['-CA', join(authority, 'certificate.pem'), '-CAkey', join(authority, 'key.pem')];
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`, ...(signer ?? [])],
    ...['-addext', `subjectAltName=${subject}`, '-keyout', join(folder, 'key.pem'), '-out', certificate],
  ]);
  return certificate;
}
