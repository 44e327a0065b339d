import { expect, it } from '@jest/globals';
import { linksIn } from './links-in.js';

it('links of the page, of other servers and of files are found once each, in their order', () => {
  const html = `<p>See <a class="stream-topic" data-stream-id="7" href="/#narrow/stream/7-ops/topic/December">#ops &gt; December</a>,
    <a href="https://example.com/a?b=1&amp;c=2">the <strong>plan</strong></a> and
    <a href="/user_uploads/2/ab/rolling%20restart.png">rolling restart.png</a></p>
    <div class="message_inline_image"><a href="/user_uploads/2/ab/rolling%20restart.png"><img src="/t.png"></a></div>`;

  expect(linksIn(html)).toEqual([
    { href: '/#narrow/stream/7-ops/topic/December', label: '#ops > December', isFile: false },
    { href: 'https://example.com/a?b=1&c=2', label: 'the plan', isFile: false },
    { href: '/user_uploads/2/ab/rolling%20restart.png', label: 'rolling restart.png', isFile: true },
  ]);
});

it('a link around a picture has the name of its file', () => {
  const picture = (href: string) => linksIn(`<a href="${href}"><img src="/t.png"></a>`)[0]?.label;

  expect(picture('/user_uploads/2/ab/a%20b.png')).toBe('a b.png');
  expect(picture('https://example.com/%E0%A4%A.png?x')).toBe('%E0%A4%A.png');
  expect(picture('https://example.com/')).toBe('example.com');
});

it('a text without links has none', () => {
  expect(linksIn('<p>1 &lt; 2 <span class="user-mention">@Ada</span></p>')).toEqual([]);
});
