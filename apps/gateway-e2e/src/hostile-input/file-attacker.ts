import { expect } from '@jest/globals';
import { Organization, type TestUser } from '../support/organization.js';
import { type RawAnswer, RawHttp } from '../support/raw-http.js';
import type { SharedSystem } from '../support/shared-system.js';
import { faultsOf } from './sound-answer.js';

const HANGS_AFTER_MS = 20_000;

export const HEAD = 'Content-Disposition: form-data; name="file"; filename="a.bin"';
export const PNG_HEAD = `${HEAD.replace('a.bin', 'a.png')}\r\nContent-Type: image/png`;

export type RawHeaders = readonly (readonly [string, string])[];

/** A member that attacks with files, and another one that watches. Every response must be sound. */
export class FileAttacker {
  private constructor(
    readonly system: SharedSystem,
    readonly organization: Organization,
    readonly ana: TestUser,
    readonly eva: TestUser,
    private readonly http: RawHttp,
  ) {}

  static async create(system: SharedSystem): Promise<FileAttacker> {
    const organization = await Organization.create(system);
    const ana = await organization.addUser('Ana Attacker');
    const eva = await organization.addUser('Eva Elsewhere');
    return new FileAttacker(system, organization, ana, eva, new RawHttp(system.baseUrl, HANGS_AFTER_MS));
  }

  async close(): Promise<void> {
    this.http.close();
    await this.organization.close();
  }

  headers(user = this.ana): RawHeaders {
    const { email, apiKey } = user;
    const credentials = Buffer.from(`${email}:${apiKey}`).toString('base64');
    return [
      ['host', this.organization.host],
      ['authorization', `Basic ${credentials}`],
    ];
  }

  async post(
    body: Buffer,
    further: RawHeaders = [],
    contentType = 'multipart/form-data; boundary=B',
  ): Promise<RawAnswer> {
    const own = [
      ['content-type', contentType],
      ['content-length', String(body.length)],
    ] as const;
    const headers = [...this.headers(), ...own, ...further];
    const request = { method: 'POST', target: '/api/v1/user_uploads', headers, body };
    const answer = await this.http.sendAlone(request);
    expect(faultsOf(request, answer)).toEqual([]);
    return answer;
  }

  /** Returns the address of the file. */
  async upload(content: string | Buffer, head = HEAD): Promise<string> {
    const { status, text } = await this.post(form(filePart(content, head)));
    expect([status, text]).toEqual([200, expect.any(String)]);
    return encodeURI(JSON.parse(text).url);
  }

  async get(target: string, user = this.ana, further: RawHeaders = []): Promise<RawAnswer> {
    const answer = await this.http.sendAlone({ method: 'GET', target, headers: [...this.headers(user), ...further] });
    expect(answer.status).toBeLessThan(500);
    return answer;
  }

  async expectOthersToBeServed(): Promise<void> {
    expect((await this.eva.client.call('GET', '/users/me')).status).toBe(200);
  }
}

/** A body of these parts, each with its head, an empty line and its content. */
export const form = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from('--B\r\n'), Buffer.from(part as string), Buffer.from('\r\n')]),
    Buffer.from('--B--\r\n'),
  ]);
export const filePart = (content: string | Buffer, head = HEAD) =>
  Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(content as string)]);
