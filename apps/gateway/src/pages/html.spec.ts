import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { html } from './html.js';

describe('a template of HTML', () => {
  it('escapes texts for content and attributes, and leaves HTML as it is', () => {
    const name = `<b> & "x" 'y'`;

    expect(html`<p title="${name}">${html`<i>${name}</i>`}</p>`.text).toBe(
      '<p title="&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39;"><i>&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39;</i></p>',
    );
  });

  it('joins lists and leaves out absent values', () => {
    expect(html`${[html`<br>`, 7, 'a']}${undefined}${false}`.text).toBe('<br>7a');
  });

  it('never lets a text begin a tag or end an attribute', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(html`${text}`.text).not.toMatch(/[<>"']/);
      }),
    );
  });
});
