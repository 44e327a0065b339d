import { beforeAll, describe, expect, it } from '@jest/globals';
import { TemporaryTokens } from './temporary-tokens.js';

const NOW = 1_900_000_000_000;
const ACCESS = { fileId: 7, asAttachment: false, format: null };

describe('the token of a temporary address', () => {
  beforeAll(() => {
    process.env['SECRET_KEY'] = Buffer.alloc(32, 1).toString('base64');
  });

  it('is valid for 60 s, also in another process', () => {
    const token = new TemporaryTokens().issue(ACCESS, NOW);

    expect(new TemporaryTokens().open(token, NOW + 59_999)).toEqual(ACCESS);
    expect(new TemporaryTokens().open(token, NOW + 60_000)).toBeUndefined();
  });

  it('cannot be changed or made up', () => {
    const tokens = new TemporaryTokens();
    const [body = '', signature = ''] = tokens.issue(ACCESS, NOW).split('.');
    const other = Buffer.from(JSON.stringify([8, false, null, NOW + 60_000])).toString('base64url');

    for (const token of ['', '.', `${other}.${signature}`, `${body}.`, body, `.${signature}`]) {
      expect(tokens.open(token, NOW)).toBeUndefined();
    }
  });
});
