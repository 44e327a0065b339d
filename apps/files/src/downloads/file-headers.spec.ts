import { describe, expect, it } from '@jest/globals';
import { fileHeaders } from './file-headers.js';

const headers = (contentType: string, { asAttachment = false, name = 'a.txt' } = {}) =>
  fileHeaders({ name, contentType, etag: '"v1"', asAttachment });

describe('the headers of a file', () => {
  it.each(['image/png', 'image/avif', 'application/pdf', 'audio/mpeg', 'video/mp4'])('let browsers show %s', (type) => {
    expect(headers(type)).toMatchObject({ 'content-type': type, 'content-disposition': 'inline; filename=a.txt' });
  });

  it.each([
    'text/html',
    'image/svg+xml',
    'text/xml',
    'application/xhtml+xml',
    'text/javascript',
    'application/x-shockwave-flash',
    'multipart/related',
    'text/css',
  ])('name no type that a browser runs for %s', (type) => {
    expect(headers(type)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=a.txt',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    'text/plain',
    'image/tiff',
    'application/zip',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ])('make browsers store %s, with its type', (type) => {
    expect(headers(type)).toMatchObject({
      'content-type': type,
      'content-disposition': 'attachment; filename=a.txt',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  it('have no sandbox for films and PDF, which browsers do not show there', () => {
    for (const type of ['video/mp4', 'audio/mpeg', 'application/pdf']) {
      expect(headers(type)['content-security-policy']).not.toContain('sandbox');
      expect(headers(type, { asAttachment: true })['content-security-policy']).toContain('sandbox');
    }
    expect(headers('image/png')['content-security-policy']).toContain('sandbox');
  });

  it('carry names in any script, and no further header', () => {
    expect(headers('text/plain', { name: 'áéБД.txt' })['content-disposition']).toContain(
      "filename*=UTF-8''%C3%A1%C3%A9%D0%91%D0%94.txt",
    );
    const hostile = headers('text/plain', { name: 'a"\r\nset-cookie: x' })['content-disposition'];
    expect(hostile).not.toMatch(/[\r\n]/);
  });
});
