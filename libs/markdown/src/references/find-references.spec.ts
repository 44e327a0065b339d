import { describe, expect, it } from '@jest/globals';
import { MAX_REFERENCES } from '../limits.js';
import { findReferences } from './find-references.js';

describe('findReferences', () => {
  it('finds every name that rendering may look up', () => {
    const source = '@**Ana Lima** @_**Ben** @**Cleo|13** @**|14** @**all** @*Writers* #**design** #**a>b** `@**code**`';

    expect(findReferences(source)).toEqual({
      userNames: ['Ana Lima', 'Ben', 'code'],
      userIds: [13, 14],
      groupNames: ['Writers'],
      streamNames: ['design', 'a>b', 'a'],
      hasWildcard: true,
    });
  });

  it('finds nothing in plain text', () => {
    expect(findReferences('a@b.org # *x*')).toEqual({
      userNames: [],
      userIds: [],
      groupNames: [],
      streamNames: [],
      hasWildcard: false,
    });
  });

  it('returns at most the limit of each kind', () => {
    const many = Array.from({ length: MAX_REFERENCES + 5 }, (_, index) => `@**u${index}**`).join(' ');

    expect(findReferences(many).userNames).toHaveLength(MAX_REFERENCES);
  });
});
