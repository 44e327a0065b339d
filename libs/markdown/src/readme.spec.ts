import { expect, it } from '@jest/globals';
import { BoundedRenderer, findReferences, type RenderContext } from './index.js';

it('the example in the README renders a mention of a user that the text names', async () => {
  const realmUrl = 'https://chat.example.com';
  const known = [
    { id: 11, fullName: 'Ana Lima' },
    { id: 12, fullName: 'Ben Okri' },
  ];
  const renderer = new BoundedRenderer();
  const content = 'Hello @**Ana Lima**';

  const wanted = findReferences(content);
  const users = known.filter(({ fullName }) => wanted.userNames.includes(fullName));
  const context: RenderContext = {
    ...{ realmUrl, users, groups: [], streams: [], linkifiers: [], realmEmoji: {} },
    ...{ translateEmoticons: false, inlineImagePreview: true },
  };
  const { html, mentionedUserIds } = await renderer.render(content, context);

  expect(users).toEqual([known[0]]);
  expect(html).toBe('<p>Hello <span class="user-mention" data-user-id="11">@Ana Lima</span></p>');
  expect(mentionedUserIds).toEqual([11]);
  await renderer.close();
});
