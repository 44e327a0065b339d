import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { authorizationOf, type TestUser } from './organization.js';

/** An upload that stops after the first half of its file until a call of `finish`. */
export class HeldUpload {
  private readonly outgoing;
  private readonly responded: Promise<{ status: number; url?: string }>;

  constructor(
    gateway: string,
    host: string,
    readonly owner: TestUser,
    readonly content: Buffer,
  ) {
    const head = '--edge\r\ncontent-disposition: form-data; name="file"; filename="held.bin"\r\n\r\n';
    const end = '\r\n--edge--\r\n';
    const headers = {
      host,
      authorization: authorizationOf(owner),
      'content-type': 'multipart/form-data; boundary=edge',
      'content-length': head.length + content.length + end.length,
    };
    const outgoing = request(`${gateway}/api/v1/user_uploads`, { method: 'POST', headers, agent: false });
    this.outgoing = outgoing;
    // A connection that breaks acknowledges nothing.
    this.responded = new Promise((resolve) => {
      outgoing.on('error', () => resolve({ status: 0 }));
      outgoing.on('response', async (response) => {
        const body = JSON.parse(await text(response));
        resolve({ status: response.statusCode ?? 0, url: body.url });
      });
    });
    outgoing.write(head);
    outgoing.write(content.subarray(0, content.length / 2));
  }

  finish(): Promise<{ status: number; url?: string }> {
    this.outgoing.write(this.content.subarray(this.content.length / 2));
    this.outgoing.end('\r\n--edge--\r\n');
    return this.responded;
  }
}
