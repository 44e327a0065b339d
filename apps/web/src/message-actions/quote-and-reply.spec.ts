import { describe, expect, it } from '@jest/globals';
import { quote } from './quote-and-reply.js';

describe('quotation', () => {
  it('names the sender silently and links the message', () => {
    expect(quote('@_**Ada|7**', 'https://chat.example/#narrow/near/5', 'Soup?')).toBe(
      '@_**Ada|7** [said](https://chat.example/#narrow/near/5):\n```quote\nSoup?\n```\n',
    );
  });

  it('has a longer fence than the text', () => {
    expect(quote('@_**Ada|7**', '', '````ts\nlet a\n````')).toContain('`````quote\n````ts');
  });
});
