import { describe, expect, it } from '@jest/globals';
import { MAX_PREVIEWED_LINKS } from '../limits.js';
import { htmlOf, render } from '../render.testing.js';

const picture = (href: string, title?: string, src = href): string =>
  `<div class="message_inline_image"><a href="${href}"${title === undefined ? '' : ` title="${title}"`}><img src="${src}"></a></div>`;
const link = (href: string): string => `<a href="${href}">${href}</a>`;
const A = 'https://x.org/a.png';
const B = 'https://x.org/b.JPG?size=1';

describe('previews of images', () => {
  it.each([
    ['replace a paragraph that is only the address', A, picture(A)],
    ['follow the paragraph', `see ${A}\nnow`, `<p>see ${link(A)}<br>\nnow</p>\n${picture(A)}`],
    ['follow in order', `${A} ${B}`, `<p>${link(A)} ${link(B)}</p>\n${picture(A)}${picture(B)}`],
    ['come once for each address', `${A} ${A}`, `<p>${link(A)} ${link(A)}</p>\n${picture(A)}`],
    ['are titled by the text of the link', `[logo](${A})`, `<p><a href="${A}">logo</a></p>\n${picture(A, 'logo')}`],
    ['stand inside list items', `* a\n* b ${A}`, `<ul>\n<li>a</li>\n<li>b ${link(A)}${picture(A)}</li>\n</ul>`],
    ['are not made in quotes', `> ${A}`, `<blockquote>\n<p>${link(A)}</p>\n</blockquote>`],
    ['are not made of other links', 'https://x.org/a.txt', `<p>${link('https://x.org/a.txt')}</p>`],
    ['judge the path alone', 'https://x.org/?a.png', `<p>${link('https://x.org/?a.png')}</p>`],
    [
      'are not made of uploads by their name',
      '[a](https://chat.example.com/user_uploads/1/ab/a.png)',
      '<p><a href="user_uploads/1/ab/a.png">a</a></p>',
    ],
  ])('%s', (_, source, html) => {
    expect(htmlOf(source)).toBe(html);
  });

  it.each([
    [
      'https://en.wikipedia.org/wiki/File:A.jpg',
      'https://en.wikipedia.org/wiki/Special:FilePath/File:A.jpg',
      'https://en.wikipedia.org/wiki/Special:FilePath/File:A.jpg',
    ],
    [
      'https://github.com/o/r/blob/main/d/a.png',
      'https://github.com/o/r/blob/main/d/a.png',
      'https://raw.githubusercontent.com/o/r/main/d/a.png',
    ],
    [
      'https://www.dropbox.com/s/1a/a.JPG?dl=0',
      'https://www.dropbox.com/s/1a/a.JPG?dl=0',
      'https://www.dropbox.com/s/1a/a.JPG?raw=1',
    ],
    ['https://github.com/o/r/a.png', 'https://github.com/o/r/a.png', 'https://github.com/o/r/a.png'],
    [
      'https://notgithub.com/o/r/blob/main/a.png',
      'https://notgithub.com/o/r/blob/main/a.png',
      'https://notgithub.com/o/r/blob/main/a.png',
    ],
  ])('show the image if %s is a page about the image', (source, href, src) => {
    expect(htmlOf(source)).toBe(picture(href, undefined, src));
  });

  it('are not made for pages with the address of an image', () => {
    expect(htmlOf('https://pasteboard.co/a.png')).toBe(`<p>${link('https://pasteboard.co/a.png')}</p>`);
  });

  it('are absent if the realm turned them off', () => {
    expect(render(A, { inlineImagePreview: false })).toMatchObject({ html: `<p>${link(A)}</p>`, hasImage: false });
  });

  it('are absent in a message with too many links', () => {
    const many = Array.from({ length: MAX_PREVIEWED_LINKS + 1 }, (_, index) => `https://x.org/${index}.png`).join(' ');

    expect(render(many).hasImage).toBe(false);
  });

  it('are reported, as are attachments', () => {
    expect(render('[a](/user_uploads/1/ab/a.png) [b](https://chat.example.com/user_uploads/1/cd/b.pdf)')).toMatchObject(
      {
        hasLink: true,
        hasImage: false,
        hasAttachment: true,
        attachmentPaths: ['1/ab/a.png', '1/cd/b.pdf'],
      },
    );
    expect(render('no link')).toMatchObject({ hasLink: false, hasImage: false, hasAttachment: false });
  });
});
