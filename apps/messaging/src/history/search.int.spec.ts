import { matchMessages } from '@chat/contracts';
import { afterAll, describe, expect, it } from '@jest/globals';
import { startHistoryScene } from '../testing/history-scene.js';
import { sendAs } from '../testing/requests.js';

const { messaging, ana, ben, sent, getPage, idsOf } = await startHistoryScene();
afterAll(() => messaging.close());

describe('a search', () => {
  it('finds words by their stems and marks them', async () => {
    const page = await getPage(ana, 'newest', 100, 0, { narrow: [['search', 'drafts']] });

    expect(idsOf(page)).toEqual([sent[0], sent[11], sent[13]]);
    expect(page.messages[0]).toMatchObject({
      match_content: '<p>a first <span class="highlight">draft</span> of the <strong>logo</strong></p>',
      match_subject: 'logo',
    });
    const escaped = page.messages[2]?.['match_content'] as string;
    expect(escaped).toBe('<p><span class="highlight">drafting</span> a menu &lt;b&gt;now&lt;/b&gt;</p>');
  });

  it.each([
    [
      ['search', 'drafts'],
      ['search', 'after'],
    ],
    [
      ['search', 'the'],
      ['search', 'draft'],
      ['search', 'of'],
    ],
  ])('with stop words finds the other words: %j %j', async (...narrow) => {
    const page = await getPage(ana, 'newest', 100, 0, { narrow });

    expect(idsOf(page)).toEqual([sent[0], sent[11], sent[13]]);
  });

  it('selects the matching ones of given messages', async () => {
    const narrow = [{ operator: 'has', operand: 'link' }];
    const { messages } = await messaging.call(matchMessages, ben, { messageIds: [...sent, 99_999], narrow });
    expect(Object.keys(messages).map(Number)).toEqual([sent[1], sent[4], sent[14]]);
    expect(messages[sent[1] as number]?.match_content).toContain('<a href=');
  });

  it('marks words without breaking the HTML of any content', async () => {
    const content = 'a zebra \ue000 and \ue001 \ue001';
    const request = { sender: ana, type: 'direct', to: [ana.userId], content, clientName: 'test' } as const;
    await sendAs(messaging, request);

    const { messages } = await getPage(ana, 'newest', 1, 0, { narrow: [['search', 'zebra']] });

    expect(messages[0]).toMatchObject({
      match_content: '<p>a <span class="highlight">zebra</span> \ue000 and \ue001 \ue001</p>',
    });
  });
});
