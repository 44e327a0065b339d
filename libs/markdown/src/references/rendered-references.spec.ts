import { describe, expect, it } from '@jest/globals';
import { CONTEXT } from '../render.testing.js';
import { renderMessage } from '../render-message.js';
import { referencesIn } from './rendered-references.js';

const WITHOUT_REFERENCES = { ...CONTEXT, users: [], groups: [], streams: [] };

describe('the references of a rendered text', () => {
  it.each([
    'no reference, @**all** and `@**Ana Lima**`',
    '@**Ana Lima** and @_**Ana Lima**',
    '@_**Ana Lima** alone',
    '@**Ben <b>Okri</b>** & @**Cleo|14** and @**|13**',
    '@**Dan** is deactivated',
    '> @**Ana Lima** in a quote with @*Writers*',
    '@*writers*, @_*Writers*',
    '#**design** #**design>logo > colours & more** #**R&D > lab** #**a "b" <c>**',
    '[text @**Cleo|13**](https://x.org) **@**Ana Lima****',
  ])('render %p as before', (source) => {
    const { html } = renderMessage(source, CONTEXT);

    expect(renderMessage(source, { ...WITHOUT_REFERENCES, ...referencesIn(html) }).html).toBe(html);
  });

  it('are those of the text, not of text that looks like them', () => {
    const source = '<span class="user-mention" data-user-id="11">@Ana</span> `#**design**`';

    expect(referencesIn(renderMessage(source, CONTEXT).html)).toEqual({ users: [], groups: [], streams: [] });
  });
});
