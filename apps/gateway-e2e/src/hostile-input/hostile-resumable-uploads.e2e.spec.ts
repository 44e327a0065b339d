import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Organization } from '../support/organization.js';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';
import { kindsOf } from '../support/system-under-test.js';
import { BYTES, createUpload, type TusAddress, tusRequest } from '../support/tus-request.js';
import { HOSTILE_NAMES, HOSTILE_UPLOADS } from './hostile-resumable-uploads.js';

let system: SharedSystem;
let organization: Organization;

beforeAll(async () => {
  system = await sharedSystem();
  organization = await Organization.create(system);
}, 180_000);
afterAll(() => organization?.close());

describe('a hostile resumable upload', () => {
  const address = (): TusAddress => ({
    gateway: system.baseUrl,
    host: organization.host,
    caller: organization.owner,
  });

  it('receives a sound response, and its upload stays as it was', async () => {
    const id = await createUpload(address(), 5);
    const wrong: string[] = [];
    for (const { what, method, path, headers, body, status } of HOSTILE_UPLOADS) {
      const response = await tusRequest(address(), method, path.replace('ID', id), headers, body);
      const isSound = method === 'HEAD' || /"result":"error".*"msg":"[^"]+"/.test(response.text);
      if (response.status !== status || !isSound) wrong.push(`${what}: ${response.status} ${response.text}`);
    }

    expect(wrong).toEqual([]);
    expect((await tusRequest(address(), 'HEAD', `/${id}`)).headers).toMatchObject({ 'upload-offset': '0' });
  });

  it('has a harmless address and name for any name in its metadata', async () => {
    for (const name of HOSTILE_NAMES) {
      const metadata = `filename ${Buffer.from(name).toString('base64')}`;
      const headers = { ...BYTES, 'upload-length': '1', 'upload-metadata': metadata };
      const response = await tusRequest(address(), 'POST', '/', headers, 'x');
      expect([response.status, response.headers['set-cookie']]).toEqual([201, undefined]);
      expect(response.headers.location).toMatch(/^\/api\/v1\/tus\/[0-9a-f]{32}$/);
      const { url, filename } = JSON.parse(response.text);
      expect(url).toMatch(/^\/user_uploads\/\d+\/[0-9a-f]{2}\/[\w-]{24}\/(?!\.{1,2}$)[\p{L}\p{N}_.-]+$/u);
      expect(filename).not.toMatch(/[\p{Cc}/\\\u202e]/u);
      expect(Buffer.byteLength(filename)).toBeLessThanOrEqual(255);
    }
  });

  it('causes no error in any service', async () => {
    expect(kindsOf(await system.loggedErrors())).toEqual([]);
  });
});
