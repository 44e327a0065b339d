import { describe, expect, it } from '@jest/globals';
import { plainText } from './plain-text.js';

describe('plain text', () => {
  it.each([
    ['<p>Incidents go to <a class="stream" href="/#narrow/stream/1-ops">#ops</a>.</p>', 'Incidents go to #ops.'],
    ['<p>R&amp;D &lt;3 &quot;x&quot; &unknown;</p>', 'R&D <3 "x" &unknown;'],
    ['<p>one</p>\n<p>two</p>', 'one two'],
    ['', ''],
  ])('of %s', (html, text) => expect(plainText(html)).toBe(text));
});
