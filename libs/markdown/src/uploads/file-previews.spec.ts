import { describe, expect, it } from '@jest/globals';
import { htmlOf, render } from '../render.testing.js';
import type { LinkedUpload } from '../render-context.js';
import { isShownInMessages } from './file-previews.js';

const upload = (pathId: string, fields: Partial<LinkedUpload> = {}): LinkedUpload => ({
  pathId,
  contentType: 'image/png',
  picture: { width: 1920, height: 1080, frames: 1 },
  preview: 'ready',
  transcoded: null,
  ...fields,
});
const none = { picture: null, preview: 'none' } as const;
const FILES: readonly LinkedUpload[] = [
  upload('1/ab/a.png'),
  upload('1/ab/moving.gif', { contentType: 'image/gif', picture: { width: 30, height: 20, frames: 9 } }),
  upload('1/ab/scan.tiff', { contentType: 'image/tiff', transcoded: '4032x3024.webp' }),
  upload('1/ab/late.png', { preview: 'pending' }),
  upload('1/ab/text.png', { ...none, contentType: 'image/png' }),
  upload('1/ab/broken.png', { preview: 'none' }),
  upload('1/ab/film.mp4', { ...none, contentType: 'video/mp4' }),
  upload('1/ab/song.mp3', { ...none, contentType: 'audio/mpeg' }),
  upload('1/ab/\u0437.png'),
];

const withFiles = (source: string): string => htmlOf(source, { files: FILES });
const picture = (href: string, img: string, title?: string): string =>
  `<div class="message_inline_image"><a href="${href}"${title ? ` title="${title}"` : ''}><img ${img}></a></div>`;
const facts = (type: string, size: string): string =>
  `data-original-content-type="${type}" data-original-dimensions="${size}"`;
const PNG = `${facts('image/png', '1920x1080')} src="/user_uploads/thumbnail/1/ab/a.png/840x560.webp"`;

describe('previews of uploaded files', () => {
  it.each([
    ['a picture', 'a.png', PNG],
    [
      'an animated picture',
      'moving.gif',
      `data-animated="true" ${facts('image/gif', '30x20')} src="/user_uploads/thumbnail/1/ab/moving.gif/840x560-anim.webp"`,
    ],
    [
      'a picture that browsers cannot show',
      'scan.tiff',
      `${facts('image/tiff', '1920x1080')} data-transcoded-image="4032x3024.webp" src="/user_uploads/thumbnail/1/ab/scan.tiff/840x560.webp"`,
    ],
    [
      'a picture whose preview is not made yet',
      'late.png',
      `class="image-loading-placeholder" ${facts('image/png', '1920x1080')} src="/static/images/loading/loader-black.svg"`,
    ],
  ])('show %s', (_, name, img) => {
    const href = `/user_uploads/1/ab/${name}`;

    expect(withFiles(`[text](${href})`)).toBe(`<p><a href="${href}">text</a></p>\n${picture(href, img, 'text')}`);
  });

  it('replace a paragraph that is only the address, and have no title then', () => {
    expect(withFiles('https://chat.example.com/user_uploads/1/ab/a.png')).toBe(picture('user_uploads/1/ab/a.png', PNG));
  });

  it('show films', () => {
    const href = '/user_uploads/1/ab/film.mp4';

    expect(withFiles(`[f](${href})`)).toBe(
      `<p><a href="${href}">f</a></p>\n<div class="message_inline_image message_inline_video"><a href="${href}" title="f"><video preload="metadata" src="${href}"></video></a></div>`,
    );
  });

  it.each(['text.png', 'broken.png', 'song.mp3', 'unknown.png'])('are not made for %s', (name) => {
    const href = `/user_uploads/1/ab/${name}`;

    expect(withFiles(`[a](${href})`)).toBe(`<p><a href="${href}">a</a></p>`);
  });

  it('are absent if the realm turned them off', () => {
    const source = '[a](/user_uploads/1/ab/a.png) ![a](/user_uploads/1/ab/a.png)';

    expect(htmlOf(source, { files: FILES, inlineImagePreview: false })).not.toContain('<img');
  });

  it('encode the path of the address', () => {
    expect(withFiles('[a](/user_uploads/1/ab/%D0%B7.png)')).toContain(
      'src="/user_uploads/thumbnail/1/ab/%D0%B7.png/840x560.webp"',
    );
  });
});

it.each(FILES)('a message needs facts about $pathId exactly if they change its HTML', (file) => {
  const source = `[a](/user_uploads/${file.pathId}) ![a](/user_uploads/${file.pathId})`;

  expect(isShownInMessages(file)).toBe(htmlOf(source, { files: [file] }) !== htmlOf(source));
});

describe('an exclamation mark before a link', () => {
  it('shows a picture in the text', () => {
    expect(withFiles('see ![a "b"](/user_uploads/1/ab/a.png).')).toBe(
      `<p>see <img alt="a &quot;b&quot;" class="inline-image" ${facts('image/png', '1920x1080')} data-original-src="/user_uploads/1/ab/a.png" src="/user_uploads/thumbnail/1/ab/a.png/840x560.webp">.</p>`,
    );
  });

  it('shows a picture in a quote', () => {
    expect(withFiles('> ![a](/user_uploads/1/ab/a.png)')).toContain('<blockquote>\n<p><img alt="a"');
  });

  it('plays a sound', () => {
    expect(withFiles('![song](/user_uploads/1/ab/song.mp3)')).toBe(
      '<p><audio controls preload="metadata" src="/user_uploads/1/ab/song.mp3" title="song"></audio></p>',
    );
  });

  it.each([
    ['another file', '![a](/user_uploads/1/ab/text.png)', '<p>!<a href="/user_uploads/1/ab/text.png">a</a></p>'],
    ['an unknown file', '![a](/user_uploads/1/ab/x.png)', '<p>!<a href="/user_uploads/1/ab/x.png">a</a></p>'],
  ])('is text before %s', (_, source, html) => {
    expect(withFiles(source)).toBe(html);
  });

  it('counts as an attachment and an image', () => {
    expect(render('![a](/user_uploads/1/ab/a.png)', { files: FILES })).toMatchObject({
      hasImage: true,
      attachmentPaths: ['1/ab/a.png'],
    });
  });
});

describe('paths of linked uploads', () => {
  it.each([
    ['a link', '[a](/user_uploads/1/ab/a.png)'],
    ['an address of the host', 'https://chat.example.com/user_uploads/1/ab/a.png'],
    ['a host in capitals', 'https://CHAT.example.com/user_uploads/1/ab/a.png'],
    ['an address without protocol', 'chat.example.com/user_uploads/1/ab/a.png'],
    ['another protocol of the web', 'http://chat.example.com/user_uploads/1/ab/a.png'],
    ['percent-encoding', '[a](/user%5Fuploads/1%2Fab/%61.png)'],
    ['query and fragment', '[a](/user_uploads/1/ab/a.png?b=c#d)'],
    ['a quote', '> [a](/user_uploads/1/ab/a.png)'],
    ['a quote of another message', '```quote\n[a](/user_uploads/1/ab/a.png)\n```'],
    ['a spoiler', '```spoiler x\n[a](/user_uploads/1/ab/a.png)\n```'],
    ['a list', '* [a](/user_uploads/1/ab/a.png)'],
    ['a table', 'a|b\n-|-\n[a](/user_uploads/1/ab/a.png)|c'],
    ['a heading', '# [a](/user_uploads/1/ab/a.png)'],
  ])('are found in %s', (_, source) => {
    expect(render(source).attachmentPaths).toEqual(['1/ab/a.png']);
  });

  it.each([
    ['code', '`[a](/user_uploads/1/ab/a.png)`'],
    ['a code block', '```\nhttps://chat.example.com/user_uploads/1/ab/a.png\n```'],
    ['indented code', '    https://chat.example.com/user_uploads/1/ab/a.png'],
    ['another host', 'https://x.org/user_uploads/1/ab/a.png'],
    ['another port', 'https://chat.example.com:8443/user_uploads/1/ab/a.png'],
    ['a path without slash', '[a](user_uploads/1/ab/a.png)'],
    ['another folder', '[a](/x/user_uploads/1/ab/a.png)'],
    ['broken percent-encoding', '[a](/user_uploads/1/ab/%ff.png)'],
    ['a null character', '[a](/user_uploads/1/ab/%00.png)'],
    ['a doubly encoded path', '[a](/user_uploads/1/ab/%2561.png)'],
    ['a long path', `[a](/user_uploads/1/${'a'.repeat(401)})`],
    ['a plain text', '/user_uploads/1/ab/a.png'],
  ])('are not found in %s', (_, source) => {
    expect(render(source).attachmentPaths).toEqual([]);
  });
});
