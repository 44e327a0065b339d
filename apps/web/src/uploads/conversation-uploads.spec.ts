import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Destination } from '../sending/index.js';
import { ConversationUploads } from './conversation-uploads.js';
import type { StoredUpload } from './upload-storage.js';

const logo: Destination = { type: 'stream', streamId: 1, topic: 'logo' };
const people: Destination = { type: 'direct', userIds: [8] };
const file = new File(['hello'], 'a [b].txt');
const settle = () => new Promise((resolve) => setTimeout(resolve));

let stored: Map<string, StoredUpload>;
let links: string[];
let requests: string[];
/** Whether the server responds to the bytes. */
let isAway: boolean;
let status: number;

beforeEach(() => {
  [stored, links, requests, isAway, status] = [new Map(), [], [], false, 200];
});

function page(session = 'one'): ConversationUploads {
  const locks = new Set<string>();
  return new ConversationUploads({
    session,
    storage: {
      all: async (mine) => [...stored.values()].filter((upload) => upload.session === mine),
      put: async (upload) => void stored.set(upload.id, upload),
      remove: async (id) => void stored.delete(id),
    },
    upload: {
      endpoint: 'http://nowhere/json/tus',
      csrfToken: () => 't',
      pause: async () => undefined,
      fetch: async (url, { method = '' }) => {
        requests.push(`${method} ${new URL(url).pathname}`);
        if (method === 'POST') return new Response(null, { status: 201, headers: { Location: '/json/tus/1' } });
        if (method === 'HEAD') return new Response(null, { headers: { 'Upload-Offset': '2' } });
        if (isAway) return new Promise(() => {});
        return Response.json({ url: '/user_uploads/a', filename: 'a [b].txt', msg: 'Too large' }, { status });
      },
    },
    newId: () => `id${stored.size}`,
    alone: async (id, work) => {
      if (locks.has(id)) return;
      locks.add(id);
      await work();
    },
    addLink: (destination, markdown) => void links.push(`${destination.type} ${markdown}`),
  });
}

describe('files on their way', () => {
  it('become links in the text of their own conversation', async () => {
    const uploads = page();
    uploads.attach(logo, [file]);
    expect(uploads.of(logo)).toMatchObject([{ name: 'a [b].txt', size: 5 }]);
    expect(uploads.of(people)).toEqual([]);
    await settle();

    expect(links).toEqual(['stream [a b.txt](/user_uploads/a)']);
    expect(uploads.of(logo)).toEqual([]);
    expect(stored.size).toBe(0);
  });

  it('move with their text, also in the store for a reload', async () => {
    isAway = true;
    const uploads = page();
    uploads.attach(logo, [file]);
    await settle();
    uploads.move({ ...logo, topic: 'LOGO' }, people);
    expect([uploads.of(logo).length, uploads.of(people).length]).toEqual([0, 1]);
    isAway = false;

    await page().restore();
    await settle();

    expect(links).toEqual(['direct [a b.txt](/user_uploads/a)']);
  });

  it('go on after a reload, in the same session only', async () => {
    isAway = true;
    page().attach(people, [file]);
    await settle();
    [isAway, requests] = [false, []];
    await page('two').restore();
    await settle();
    expect(requests).toEqual([]);

    await page().restore();
    await settle();

    expect(requests).toEqual(['HEAD /json/tus/1', 'PATCH /json/tus/1']);
    expect(links).toEqual(['direct [a b.txt](/user_uploads/a)']);
    expect(stored.size).toBe(0);
  });

  it('say why they are refused, until they are removed', async () => {
    status = 413;
    const uploads = page();
    uploads.attach(logo, [file]);
    await settle();
    const [refused] = uploads.of(logo);
    expect(refused?.problem).toBe('Too large');
    expect(stored.size).toBe(0);

    uploads.remove(refused?.id ?? '');

    expect(uploads.of(logo)).toEqual([]);
  });

  it('are removed from the server when they are cancelled', async () => {
    isAway = true;
    const uploads = page();
    uploads.attach(logo, [file]);
    await settle();
    uploads.remove(uploads.of(logo)[0]?.id ?? '');

    expect(uploads.of(logo)).toEqual([]);
    expect(stored.size).toBe(0);
  });
});
