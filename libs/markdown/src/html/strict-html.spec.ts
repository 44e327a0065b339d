import { describe, expect, it } from '@jest/globals';
import { checkHtml } from './strict-html.testing.js';

describe('the tokenizer that other specs trust', () => {
  it.each([
    '<script>alert(1)</script>',
    '<p onclick="x">a</p>',
    '<p>a',
    '<p>a</strong></p>',
    '<a href="javascript:alert(1)">a</a>',
    '<a href="java\tscript:alert(1)">a</a>',
    '<a href="data:text/html,x">a</a>',
    "<a href='https://x.org'>a</a>",
    '<a href=https://x.org>a</a>',
    '<span id="x">a</span>',
    '<img src="//evil.example/x.png">',
    '<td style="position:fixed">a</td>',
    '<p>1 < 2</p>',
    '<p>a & b</p>',
    '<span class="modal">a</span>',
    '<!-- x -->',
    '<svg onload="x"></svg>',
    '<video preload="auto" src="/user_uploads/1/a.mp4"></video>',
    '<video preload="metadata" src="javascript:alert(1)"></video>',
    '<audio controls autoplay src="/user_uploads/1/a.mp3"></audio>',
    '<img data-original-dimensions="1x1;" src="/x.png">',
    '<img data-original-src="https://evil.example/x.png" src="/x.png">',
    '<span class="inline-image"><script></script></span>',
  ])('refuses %s', (html) => {
    expect(() => checkHtml(html)).toThrow();
  });

  it('accepts the elements of messages', () => {
    const html = '<p>a &amp; <strong>b</strong><br>\n<a href="https://x.org/?a=1&amp;b=2" title="t">c</a></p>';

    expect(checkHtml(html)).toMatchObject({ text: 'a & b\nc', depth: 2 });
  });
});
