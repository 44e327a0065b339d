import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Browser } from '../support/browser.js';
import { Organization, type TestUser } from '../support/organization.js';
import { png } from '../support/png.js';
import { sendFile } from '../support/send-file.js';
import type { SharedSystem } from '../support/shared-system.js';

/** Pictures without metadata are stored as they are. */
const CONTENT = Buffer.from(png(900, 1), 'latin1');
const NOT_AUTHORIZED = 'You are not authorized to view this file.';

/** Null: a spectator. */
export type Reader = TestUser | Browser | null;
/** `+`: the bytes; `-`: status 403 without a word about the file; else the unexpected response. */
export type Outcome = string;

/** Ways to read a file, by name. */
export const WAYS = ['file', 'download', 'temporary address', 'thumbnail'] as const;
export type Way = (typeof WAYS)[number];

interface Response {
  readonly status: number;
  readonly body: Buffer;
}

/** Uploads files of one person and reads them as others. Each request has a connection of its own, so any gateway may serve it. */
export class LinkedFiles {
  constructor(
    private readonly system: SharedSystem,
    private readonly organization: Organization,
    private readonly owner: TestUser,
  ) {}

  /** Returns the address of a new picture. */
  async upload(): Promise<string> {
    const { baseUrl } = this.system;
    const sent = await sendFile(baseUrl, this.organization.host, this.owner, '/user_uploads', 'a.png', CONTENT);
    if (sent.status !== 200) throw new Error(`The upload got ${JSON.stringify(sent)}`);
    return sent.body['url'] as string;
  }

  async read(way: Way, url: string, reader: Reader): Promise<Outcome> {
    if (way === 'temporary address') return this.readTemporarily(url, reader);
    const response = await this.get(pathOf(way, url), reader);
    if (way === 'thumbnail' && response.status === 200) {
      return response.body.toString('latin1', 8, 12) === 'WEBP' ? '+' : 'no picture';
    }
    return outcomeOf(response);
  }

  get(path: string, reader: Reader): Promise<Response> {
    const { host } = this.organization;
    const headers = { host, ...credentialsOf(reader) };
    return new Promise<Response>((resolve, reject) => {
      request(`${this.system.baseUrl}${path}`, { headers, agent: false }, (incoming) => {
        buffer(incoming).then((body) => resolve({ status: incoming.statusCode ?? 0, body }), reject);
      })
        .on('error', reject)
        .end();
    });
  }

  /** Makes a temporary address as the reader, and reads it without credentials. */
  private async readTemporarily(url: string, reader: Reader): Promise<Outcome> {
    const prefix = reader instanceof Browser ? '/json' : '/api/v1';
    const made = await this.get(`${prefix}${url}`, reader);
    // The API needs credentials.
    if (reader === null && made.status === 401) return '-';
    if (made.status !== 200) return outcomeOf(made);
    return outcomeOf(await this.get((JSON.parse(made.body.toString()) as { url: string }).url, null));
  }
}

export function pathOf(way: Exclude<Way, 'temporary address'>, url: string): string {
  if (way === 'file') return url;
  const path = url.replace('/user_uploads/', `/user_uploads/${way}/`);
  return way === 'thumbnail' ? `${path}/840x560.webp` : path;
}

function credentialsOf(reader: Reader): Readonly<Record<string, string>> {
  if (reader === null) return {};
  if (reader instanceof Browser) return reader.scriptHeaders;
  return { authorization: `Basic ${Buffer.from(`${reader.email}:${reader.apiKey}`).toString('base64')}` };
}

function outcomeOf({ status, body }: Response): Outcome {
  if (status === 200) return body.equals(CONTENT) ? '+' : 'other bytes';
  return status === 403 && body.includes(NOT_AUTHORIZED) ? '-' : `${status} ${body}`;
}
