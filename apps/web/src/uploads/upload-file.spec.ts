import { describe, expect, it } from '@jest/globals';
import { CHUNK_BYTES, type UploadParts, UploadRefused, uploadFile } from './upload-file.js';

const ENDPOINT = 'https://chat.example.com/json/tus';

/** A server of one upload. `faults` are taken by its requests in turn. */
function server(faults: (number | 'lost' | 'response lost' | undefined)[] = []) {
  const bytes: Uint8Array[] = [];
  const requests: string[] = [];
  const size = () => bytes.reduce((sum, { length }) => sum + length, 0);
  let length = 0;
  const respond = async (url: string, { method, headers, body }: RequestInit): Promise<Response> => {
    const given = headers as Record<string, string>;
    if (method === 'POST') {
      length = Number(given['Upload-Length']);
      return new Response(null, { status: 201, headers: { Location: `${url}/1` } });
    }
    if (method === 'HEAD') return new Response(null, { status: 200, headers: { 'Upload-Offset': String(size()) } });
    if (method === 'DELETE') return new Response(null, { status: 204 });
    if (Number(given['Upload-Offset']) !== size()) return new Response(null, { status: 409 });
    bytes.push(new Uint8Array(await (body as Blob).arrayBuffer()));
    if (size() < length) return new Response(null, { status: 204 });
    return Response.json({ url: '/user_uploads/1/x/notes.txt', filename: 'notes.txt' });
  };
  const parts = (over: Partial<UploadParts> = {}): UploadParts => ({
    endpoint: ENDPOINT,
    csrfToken: () => 't',
    signal: new AbortController().signal,
    onProgress: () => undefined,
    pause: async () => undefined,
    fetch: async (url, request) => {
      requests.push(request.method ?? '');
      request.signal?.throwIfAborted();
      const fault = faults.shift();
      if (typeof fault === 'number') return Response.json({ msg: 'no' }, { status: fault });
      if (fault === 'lost') throw new TypeError('network');
      const response = await respond(url, request);
      if (fault === 'response lost') throw new TypeError('network');
      return response;
    },
    ...over,
  });
  return { parts, requests, content: async () => new Blob(bytes as BlobPart[]).text() };
}

const text = `${'x'.repeat(CHUNK_BYTES) + 'y'.repeat(CHUNK_BYTES)}the end`;
const file = new File([text], 'notes ü.txt', { type: 'text/plain' });

describe('an upload', () => {
  it('goes in parts, and tells how far it is', async () => {
    const { parts, requests, content } = server();
    const progress: number[] = [];

    const uploaded = await uploadFile(file, parts({ onProgress: (sent) => progress.push(sent) }));

    expect(uploaded).toEqual({ url: '/user_uploads/1/x/notes.txt', filename: 'notes.txt' });
    expect(requests).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH']);
    expect(progress).toEqual([CHUNK_BYTES, 2 * CHUNK_BYTES]);
    expect(await content()).toBe(text);
  });

  it.each([
    ['lost requests', [undefined, 'lost', undefined, 'lost']],
    ['lost responses', [undefined, 'response lost', undefined, 'response lost']],
    ['a server that is away', ['lost', 503, undefined, 502, 502, 429, undefined, 423]],
  ] as const)('goes on after %s without a byte twice', async (_, faults) => {
    const { parts, content } = server([...faults]);
    await uploadFile(file, parts());
    expect(await content()).toBe(text);
  });

  it('ends with the words of the server if it is refused', async () => {
    await expect(uploadFile(file, server([413]).parts())).rejects.toEqual(new UploadRefused('no'));
  });

  it('of an earlier page goes on where it was', async () => {
    const { parts, requests, content } = server();
    const leaving = new AbortController();
    let address: string | undefined;
    const begun = parts({
      // The page goes, so nothing removes the upload.
      fetch: (url, request) => (leaving.signal.aborted ? new Promise(() => {}) : parts().fetch(url, request)),
      onBegin: (at) => {
        address = at;
      },
      onProgress: () => leaving.abort(),
    });
    void uploadFile(file, begun);
    while (!leaving.signal.aborted) await new Promise((resolve) => setTimeout(resolve));
    requests.length = 0;

    await uploadFile(file, parts({ address }));

    expect(requests).toEqual(['HEAD', 'PATCH', 'PATCH']);
    expect(await content()).toBe(text);
  });

  it('begins again if the server has removed the one of an earlier page', async () => {
    const { parts, content } = server([404]);
    await uploadFile(file, parts({ address: `${ENDPOINT}/gone` }));
    expect(await content()).toBe(text);
  });

  it('gives up after some vain responses', async () => {
    await expect(uploadFile(file, server(Array(50).fill(503)).parts())).rejects.toThrow('POST: 503');
  });

  it('waits while the network is away', async () => {
    const { parts, content } = server([undefined, ...Array(500).fill('lost')]);
    await uploadFile(file, parts());
    expect(await content()).toBe(text);
  });

  it('is removed when it is cancelled', async () => {
    const { parts, requests } = server();
    const abort = new AbortController();

    const cancelled = uploadFile(file, parts({ signal: abort.signal, onProgress: () => abort.abort() }));

    await expect(cancelled).rejects.toThrow('aborted');
    expect(requests.at(-1)).toBe('DELETE');
  });

  it('takes an empty file', async () => {
    const { parts } = server();
    expect(await uploadFile(new File([], 'empty.txt'), parts())).toMatchObject({ filename: 'notes.txt' });
  });
});
