/// <reference lib="dom" />

import { expect, it } from '@jest/globals';
import axe from 'axe-core';
import { WebClient } from '../../support/web-client.js';
import { feedOf, nextFrame, type ReadingScene } from './reading-scene.js';

/** A view of a message or stream that is gone, hidden or elsewhere. */
export function viewsOfTargets(sceneOf: () => ReadingScene): void {
  it('says that its message is gone or that its stream is hidden, and follows a message that was moved', async () => {
    const { system, organization, browser, owner, reader, open, send, topicAddress } = sceneOf();
    const gone = await send(owner, 'links', 'gone');
    const moved = await send(owner, 'links', 'moved');
    await send(owner, 'links', 'stays');
    await owner.client.delete(`/messages/${gone.id}`);
    await owner.client.patch(`/messages/${moved.id}`, { topic: 'elsewhere', propagate_mode: 'change_one' });
    const client = await open(reader, topicAddress('links', gone.id));
    await client.page.getByRole('status').filter({ hasText: 'This message is gone.' }).waitFor();
    await client.open(topicAddress('links', moved.id));
    await client.page.getByRole('heading', { level: 1, name: 'elsewhere' }).waitFor();
    await client.close();

    await reader.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'vault' }], invite_only: true });
    const { stream_id: vault } = await reader.client.get('/get_stream_id', { stream: 'vault' });
    const outsider = await WebClient.start({ browser, system, organization });
    await outsider.signIn(owner, `#narrow/stream/${vault}-vault/topic/keys`);
    await outsider.main.getByText('You may not see this').waitFor();
    await outsider.close();
  }, 60_000);
}

/** The contents of messages. */
export function shownMessages(sceneOf: () => ReadingScene): void {
  it('have marks at alert words, and are collapsed by a key', async () => {
    const { owner, reader, open, send, topicAddress } = sceneOf();
    await reader.client.post('/users/me/alert_words', { alert_words: ['kettle'] });
    await send(owner, 'tea', 'The Kettle is **on**, other kettles are not');
    const client = await open(reader, topicAddress('tea'));
    expect(await feedOf(client).locator('mark').allTextContents()).toEqual(['Kettle']);

    await feedOf(client).getByRole('article').focus();
    await client.page.keyboard.press('-');
    const show = feedOf(client).getByRole('button', { name: 'Show collapsed message' });
    await show.click();
    await feedOf(client).getByText('Kettle').waitFor();
    await client.close();
  }, 60_000);

  it('contain no script of their senders', async () => {
    const { owner, reader, open, send, topicAddress } = sceneOf();
    const corpus = [
      '<script>window.attacked = 1</script><img src=x onerror="window.attacked=2">',
      '[a](javascript:window.attacked=3) [b](data:text/html,<script>attacked</script>) <javascript:window.attacked=4>',
      '```"><img src=x onerror=window.attacked=5>\n</code></pre><svg onload=window.attacked=6>\n```',
      '$$\\href{javascript:window.attacked=7}{x}$$ ~~<iframe srcdoc="<script>parent.attacked=8</script>">~~',
      '![x](https://x.invalid/"onload="window.attacked=9) **<b onclick=window.attacked=10>**',
    ];
    for (const content of corpus) await send(owner, 'attacks', content);
    const client = await open(reader, topicAddress('attacks'));

    const found = await feedOf(client).evaluate((feed) => ({
      attacked: (globalThis as { attacked?: unknown }).attacked,
      elements: [
        ...feed.querySelectorAll('.rendered :is(script, iframe, object, embed, form, base, link, meta, style)'),
      ].length,
      handlers: [...feed.querySelectorAll('.rendered *')].flatMap((element) =>
        element.getAttributeNames().filter((name) => name.startsWith('on')),
      ),
      addresses: [...feed.querySelectorAll('a[href]')]
        .map((link) => (link as HTMLAnchorElement).protocol)
        .filter((protocol) => !['http:', 'https:', 'mailto:'].includes(protocol)),
    }));

    expect(found).toEqual({ attacked: undefined, elements: 0, handlers: [], addresses: [] });
    await client.close();
  }, 60_000);

  it('have no violation of the rules of axe, in light and in dark', async () => {
    const { owner, reader, open, send, topicAddress } = sceneOf();
    const content = [
      '@**Rita Reader** look at <time:2026-11-26T09:00:00Z> :tada:',
      '```spoiler Ending\nThe butler\n```\n```python\nprint(1)\n```',
      '| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\n$$x^2$$',
    ].join('\n\n');
    const { id } = await send(owner, 'axe', content);
    await owner.client.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    const client = await open(reader, topicAddress('axe'));
    await feedOf(client).getByRole('button', { name: 'Show spoiler' }).click();
    await feedOf(client).getByText('The butler').waitFor();
    await client.page.evaluate(axe.source);
    for (const colorScheme of ['light', 'dark'] as const) {
      await client.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await nextFrame(client);

      const { violations } = await client.page.evaluate(() => axe.run('main'));

      expect(violations.flatMap(({ id: rule, nodes }) => nodes.map(({ html }) => `${rule}: ${html}`))).toEqual([]);
    }
    await client.close();
  }, 60_000);
}
