import { checkHtml } from './html/strict-html.testing.js';
import type { RenderContext } from './render-context.js';
import { renderMessage } from './render-message.js';
import type { RenderedMessage } from './rendered-message.js';

/** A realm with a few people, streams and rules, for tests. */
export const CONTEXT: RenderContext = {
  realmUrl: 'https://chat.example.com',
  users: [
    { id: 11, fullName: 'Ana Lima' },
    { id: 12, fullName: 'Ben <b>Okri</b>' },
    { id: 13, fullName: 'Cleo' },
    { id: 14, fullName: 'Cleo' },
    { id: 15, fullName: 'Dan', isActive: false },
  ],
  groups: [{ id: 5, name: 'Writers' }],
  streams: [
    { id: 1, name: 'design' },
    { id: 2, name: 'R&D > lab' },
    { id: 3, name: 'a "b" <c>' },
  ],
  linkifiers: [
    { id: 1, pattern: '#(?P<id>[0-9]{2,8})', urlTemplate: 'https://bugs.example.com/{id}' },
    {
      id: 2,
      pattern: '(?P<project>[A-Z]{2,6})-(?P<nr>[0-9]+)',
      urlTemplate: 'https://tracker.example.com/{project}/{nr}',
    },
  ],
  realmEmoji: {
    party_parrot: { id: 1, url: '/user_avatars/1/emoji/images/1.gif' },
    gone: { id: 2, url: '/user_avatars/1/emoji/images/2.gif', deactivated: true },
  },
  translateEmoticons: false,
  inlineImagePreview: true,
};

/** Renders, checks that the HTML is allowed, and returns everything. */
export function render(source: string, changes: Partial<RenderContext> = {}): RenderedMessage {
  const rendered = renderMessage(source, { ...CONTEXT, ...changes });
  checkHtml(rendered.html);
  return rendered;
}

/** As `render`, the HTML alone. */
export function htmlOf(source: string, changes: Partial<RenderContext> = {}): string {
  return render(source, changes).html;
}

/** CPU milliseconds of the cheapest of three runs, which other processes on the machine do not affect. */
export function cheapest(work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}
