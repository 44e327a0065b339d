import { getMessages, LARGEST_ANCHOR, setUserTopic, updateMessageFlagsForNarrow } from '@chat/contracts';
import { afterAll, describe, expect, it } from '@jest/globals';
import { startHistoryScene } from '../testing/history-scene.js';

const { messaging, ana, ben, cleo, guest, streams, sent, getPage, idsOf } = await startHistoryScene();
afterAll(() => messaging.close());

describe('a page', () => {
  it('has the received messages, ascending, with all fields', async () => {
    const page = await getPage(ben, 'newest', 100, 0);

    expect(page).toMatchObject({
      anchor: LARGEST_ANCHOR,
      found_anchor: false,
      found_oldest: true,
      found_newest: true,
      history_limited: false,
    });
    expect(page.messages[0]).toMatchObject({
      id: sent[0],
      type: 'stream',
      display_recipient: 'Design',
      content: '<p>a first draft of the <strong>logo</strong></p>',
      content_type: 'text/html',
      flags: ['read'],
      reactions: [{ emoji_name: 'tada', user_id: ben.userId }],
    });
  });

  it.each([
    ['around an anchor', 5, 2, 2, true, [3, 4, 5, 6, 7], [true, false, false]],
    ['before, with the anchor', 5, 2, 0, true, [3, 4, 5], [true, false, true]],
    ['before, without the anchor', 5, 2, 0, false, [3, 4], [false, false, true]],
    ['after, with the anchor', 5, 0, 2, true, [5, 6, 7], [true, true, false]],
    ['after, without the anchor', 5, 0, 2, false, [6, 7], [false, true, false]],
    ['the anchor alone', 5, 0, 0, true, [5], [true, true, true]],
    ['up to the beginning', 1, 5, 0, true, [0, 1], [true, true, true]],
  ] as const)('%s', async (_, anchor, before, after, includeAnchor, expected, [foundAnchor]) => {
    // Ana received everything but the note of Cleo to herself.
    const received = sent.filter((_id, index) => index !== 10);
    const page = await getPage(ana, received[anchor] as number, before, after, { includeAnchor });

    expect(idsOf(page)).toEqual(expected.map((index) => received[index]));
    expect(page.found_anchor).toBe(foundAnchor);
    expect(page.found_oldest).toBe(before > idsOf(page).filter((id) => id < (received[anchor] as number)).length);
  });

  it('starts at the oldest or at the first unread message', async () => {
    expect(idsOf(await getPage(ana, 'oldest', 0, 2))).toEqual(sent.slice(0, 2));
    expect(await getPage(ana, 'oldest', 0, 2)).toMatchObject({ anchor: 0, found_oldest: true, found_anchor: false });
    const page = await getPage(ben, 'first_unread', 1, 1);
    expect(page).toMatchObject({ anchor: sent[1], found_anchor: true });
    expect(idsOf(page)).toEqual(sent.slice(0, 3));
    await messaging.call(setUserTopic, ben, { streamId: streams.design, topic: 'LOGO', visibilityPolicy: 1 });
    expect(await getPage(ben, 'first_unread', 0, 0)).toMatchObject({ anchor: sent[2] });
    const inStream = [['stream', 'design']];
    expect(await getPage(ben, 'first_unread', 0, 0, { narrow: inStream })).toMatchObject({ anchor: sent[2] });
    const inTopic = [...inStream, ['topic', 'logo']];
    expect(await getPage(ben, 'first_unread', 0, 0, { narrow: inTopic })).toMatchObject({ anchor: sent[1] });
    await messaging.call(setUserTopic, ben, { streamId: streams.design, topic: 'logo', visibilityPolicy: 0 });
  });

  it('refuses to exclude an anchor in the middle', async () => {
    const fields = { anchor: 1, includeAnchor: false, numBefore: 1, numAfter: 1 };
    const refusal = await messaging.callError(getMessages, ana, {
      ...fields,
      narrow: [],
      clientExtavatar: true,
      applyMarkdown: true,
    });
    expect(refusal).toBe('The anchor can only be excluded at an end of the range');
  });

  it.each([
    [{ numBefore: 3_000, numAfter: 2_001, anchor: 1 }, 'Too many messages requested (maximum 5000).'],
    [{ numBefore: 1, numAfter: 2 }, "Missing 'anchor' argument."],
  ])('refuses %j', async (range, message) => {
    const shown = { clientExtavatar: true, applyMarkdown: true };
    const selection = { includeAnchor: true, narrow: [], ...shown, ...range };
    expect(await messaging.callError(getMessages, guest, selection)).toBe(message);
  });

  it('starts at the first unread message by the deprecated parameter', async () => {
    const shown = { clientExtavatar: true, applyMarkdown: true, useFirstUnreadAnchor: true };
    const selection = { anchor: 0, includeAnchor: true, numBefore: 0, numAfter: 1, narrow: [], ...shown };
    expect(await messaging.call(getMessages, ben, selection)).toMatchObject({
      anchor: (await getPage(ben, 'first_unread', 0, 0)).anchor,
    });
  });

  it.each([
    [[['stream', 'nowhere']], 'Invalid narrow operator: unknown stream nowhere'],
    [[['stream', 'secret']], 'Invalid narrow operator: unknown stream secret'],
    [[['sender', 'nobody@x.io']], 'Invalid narrow operator: unknown user nobody@x.io'],
    [[['dm', 'nobody@x.io']], 'Invalid narrow operator: unknown user in nobody@x.io'],
    [[['flavour', 'x']], 'Invalid narrow operator: unknown operator flavour'],
    [[{ operator: 'is', operand: 2 }], 'elem["operand"] is not a string'],
  ])('refuses the narrow %j', async (narrow, message) => {
    const page = { anchor: 0, includeAnchor: true, numBefore: 0, numAfter: 1 };
    const shown = { clientExtavatar: true, applyMarkdown: true };
    expect(await messaging.callError(getMessages, guest, { ...page, ...shown, narrow })).toBe(message);
  });

  it('takes a flag as a whole', async () => {
    const update = await messaging.call(updateMessageFlagsForNarrow, cleo, {
      anchor: 'oldest',
      includeAnchor: true,
      numBefore: 0,
      numAfter: 50,
      narrow: [['is', 'dm']],
      op: 'add',
      flag: 'starred',
    });
    expect(update).toEqual({
      processed_count: 2,
      updated_count: 2,
      first_processed_id: sent[9],
      last_processed_id: sent[10],
      found_oldest: true,
      found_newest: true,
    });
  });
});

describe('spectators', () => {
  it('see web-public streams if the realm allows it and the narrow asks for them', async () => {
    const page = { anchor: 0, includeAnchor: true, numBefore: 0, numAfter: 9 };
    const selection = { ...page, clientExtavatar: false, applyMarkdown: true };
    const narrow = [{ operator: 'streams', operand: 'web-public' }];
    expect(await messaging.callError(getMessages, null, { ...selection, narrow })).toContain('Not logged in');
    await messaging.changeRealm({ webPublicStreamsEnabled: true });

    const found = await messaging.call(getMessages, null, { ...selection, narrow });
    expect(idsOf(found)).toEqual([sent[7]]);
    expect(found.messages[0]).toMatchObject({ flags: ['read'] });
    for (const other of [
      [],
      [['stream', 'Design']],
      [{ ...narrow[0], negated: true }],
      [...narrow, ['is', 'starred']],
      [...narrow, ['dm', 'x@example.com']],
    ]) {
      expect(await messaging.callError(getMessages, null, { ...selection, narrow: other })).toContain('Not logged in');
    }
    expect(
      await messaging.callError(getMessages, null, { ...selection, narrow: [...narrow, ['stream', 'Design']] }),
    ).toContain('unknown web-public stream');
  });
});
