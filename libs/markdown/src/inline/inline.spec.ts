import { describe, expect, it } from '@jest/globals';
import { checkHtml } from '../html/strict-html.testing.js';
import { MAX_INLINE_DEPTH, MAX_REFERENCES } from '../limits.js';
import { htmlOf, render } from '../render.testing.js';

const p = (html: string): string => `<p>${html}</p>`;
const emoji = (name: string, code: string): string =>
  `<span aria-label="${name.replaceAll('_', ' ')}" class="emoji emoji-${code}" role="img" title="${name.replaceAll('_', ' ')}">:${name}:</span>`;

describe('emphasis', () => {
  it.each([
    ['*a*', '<em>a</em>'],
    ['**a**', '<strong>a</strong>'],
    ['***a***', '<strong><em>a</em></strong>'],
    ['~~a~~', '<del>a</del>'],
    ['** a **', '<strong> a </strong>'],
    ['~~ a ~~', '<del> a </del>'],
    ['a * b *c', 'a * b *c'],
    ['_a_ __b__', '_a_ __b__'],
    ['const char *x = (char *)y', 'const char *x = (char *)y'],
    ['a*b*c', 'a<em>b</em>c'],
    ['*a **b** c*', '<em>a <strong>b</strong> c</em>'],
    ['**a *b* c**', '<strong>a <em>b</em> c</strong>'],
    ['**a*b*c**', '<strong>a<em>b</em>c</strong>'],
    ['**2*3 = 6**', '<strong>2*3 = 6</strong>'],
    ['**a* b** c*', '<strong>a* b</strong> c*'],
    ['*a **b* c**', '*a <strong>b* c</strong>'],
    ['**a*\n**b**', '*<em>a</em><br>\n<strong>b</strong>'],
    ['**a* ***b***', '*<em>a</em> <strong><em>b</em></strong>'],
    ['**a ~~b** c~~', '<strong>a ~~b</strong> c~~'],
    ['**a\nb**', '**a<br>\nb**'],
    ['*a', '*a'],
    ['~a~ ~~~b~~~', '~a~ ~~~b~~~'],
    ['**[a](https://x.org)**', '<strong><a href="https://x.org">a</a></strong>'],
    ['\\*a\\*', '\\<em>a\\</em>'],
  ])('%j', (source, html) => {
    expect(htmlOf(source)).toBe(p(html));
  });

  it('nests up to its limit', () => {
    const { html } = render(`${'*a ~~b '.repeat(500)}${'b~~ a* '.repeat(500)}`);

    expect(checkHtml(html).depth).toBeLessThanOrEqual(MAX_INLINE_DEPTH + 1);
  });
});

describe('mentions', () => {
  it('show and report a user', () => {
    const { html, mentionedUserIds } = render('hi @**Ana Lima**!');

    expect(html).toBe(p('hi <span class="user-mention" data-user-id="11">@Ana Lima</span>!'));
    expect(mentionedUserIds).toEqual([11]);
  });

  it.each([
    [
      'are silent with an underscore',
      '@_**Ana Lima**',
      '<span class="user-mention silent" data-user-id="11">Ana Lima</span>',
    ],
    ['do not mind case', '@**ana lima**', '<span class="user-mention" data-user-id="11">@Ana Lima</span>'],
    ['may carry the id', '@**Cleo|14**', '<span class="user-mention" data-user-id="14">@Cleo</span>'],
    ['may be the id alone', '@**|14**', '<span class="user-mention" data-user-id="14">@Cleo</span>'],
    ['without id mean the first of a name', '@**Cleo**', '<span class="user-mention" data-user-id="13">@Cleo</span>'],
    ['refuse an id with another name', '@**Ana Lima|14**', '@<strong>Ana Lima|14</strong>'],
    ['of nobody are text', '@**Nobody**', '@<strong>Nobody</strong>'],
    ['need a boundary before them', 'x@**Ana Lima**', 'x@<strong>Ana Lima</strong>'],
    ['of a deactivated user are silent', '@**Dan**', '<span class="user-mention silent" data-user-id="15">Dan</span>'],
    [
      'escape the name',
      '@**Ben <b>Okri</b>**',
      '<span class="user-mention" data-user-id="12">@Ben &lt;b&gt;Okri&lt;/b&gt;</span>',
    ],
    ['work in emphasis', '*(@**Cleo**)*', '<em>(<span class="user-mention" data-user-id="13">@Cleo</span>)</em>'],
    ['do not work in code', '`@**Cleo**`', '<code>@**Cleo**</code>'],
    ['do not work in links', '[@**Cleo**](https://x.org)', '<a href="https://x.org">@**Cleo**</a>'],
  ])('%s', (_, source, html) => {
    expect(htmlOf(source)).toBe(p(html));
  });

  it.each(['> @**Ana Lima** @*Writers* @**all**', '```quote\n@**Ana Lima** @*Writers* @**all**\n```'])(
    'are silent in quotes: %j',
    (source) => {
      const rendered = render(source);

      expect(rendered).toMatchObject({ mentionedUserIds: [], mentionedGroupIds: [], wildcardMentioned: false });
      expect(rendered.html).toContain('<span class="user-mention silent" data-user-id="11">Ana Lima</span>');
    },
  );

  it.each(['all', 'everyone', 'stream'])('as @**%s** are reported as a wildcard', (word) => {
    const rendered = render(`@**${word}**`);

    expect(rendered.html).toBe(p(`<span class="user-mention" data-user-id="*">@${word}</span>`));
    expect(rendered.wildcardMentioned).toBe(true);
  });

  it.each(["'", '"', '(', '{', '[', '/', '\n'])('of users, groups and streams may follow %j', (before) => {
    const { mentionedUserIds, mentionedGroupIds, linkedStreamIds } = render(
      `x ${before}@**Cleo** ${before}@*writers* ${before}#**design**`,
    );

    expect({ mentionedUserIds, mentionedGroupIds, linkedStreamIds }).toEqual({
      mentionedUserIds: [13],
      mentionedGroupIds: [5],
      linkedStreamIds: [1],
    });
  });

  it.each(['.', ',', ':', ';', '#', 'x', '@'])('of users, groups and streams do not follow %j', (before) => {
    const { mentionedUserIds, mentionedGroupIds, linkedStreamIds } = render(
      `x ${before}@**Cleo** ${before}@*writers* ${before}#**design**`,
    );

    expect({ mentionedUserIds, mentionedGroupIds, linkedStreamIds }).toEqual({
      mentionedUserIds: [],
      mentionedGroupIds: [],
      linkedStreamIds: [],
    });
  });

  it('of wildcards stay text if the context forbids them', () => {
    const rendered = render('@**all**', { wildcardMentions: false });

    expect(rendered.html).toBe(p('@<strong>all</strong>'));
    expect(rendered.wildcardMentioned).toBe(false);
  });

  it('show and report a group', () => {
    const rendered = render('@*writers* @_*Writers* @*nobody*');

    expect(rendered.html).toBe(
      p(
        '<span class="user-group-mention" data-user-group-id="5">@Writers</span> <span class="user-group-mention silent" data-user-group-id="5">Writers</span> @<em>nobody</em>',
      ),
    );
    expect(rendered.mentionedGroupIds).toEqual([5]);
  });

  it('are limited in number', () => {
    const { html } = render('@**Cleo** '.repeat(MAX_REFERENCES + 50));

    expect(html.match(/user-mention/g)?.length).toBe(MAX_REFERENCES);
  });
});

describe('links to streams', () => {
  it.each([
    ['#**design**', '<a class="stream" data-stream-id="1" href="/#narrow/stream/1-design">#design</a>'],
    [
      '#**design>new logo? 50%**',
      '<a class="stream-topic" data-stream-id="1" href="/#narrow/stream/1-design/topic/new.20logo.3F.2050.25">#design &gt; new logo? 50%</a>',
    ],
    [
      '#**R&D > lab**',
      '<a class="stream" data-stream-id="2" href="/#narrow/stream/2-R.26D-.3E-lab">#R&amp;D &gt; lab</a>',
    ],
    [
      '#**a "b" <c>**',
      '<a class="stream" data-stream-id="3" href="/#narrow/stream/3-a-.22b.22-.3Cc.3E">#a "b" &lt;c&gt;</a>',
    ],
    ['#**unknown**', '#<strong>unknown</strong>'],
    ['#**Design**', '#<strong>Design</strong>'],
    ['x#**design**', 'x#<strong>design</strong>'],
  ])('%j', (source, html) => {
    expect(htmlOf(source)).toBe(p(html));
  });

  it('are reported', () => {
    expect(render('#**design** #**design>x** #**nothing**')).toMatchObject({ linkedStreamIds: [1], hasLink: true });
  });
});

describe('emoji', () => {
  it.each([
    [':tada:', emoji('tada', '1f389')],
    [':cat:hello:dog::rabbit:', `${emoji('cat', '1f408')}hello${emoji('dog', '1f415')}${emoji('rabbit', '1f407')}`],
    ['smiley:smiley:', `smiley${emoji('smiley', '1f603')}`],
    [':no_such_emoji:', ':no_such_emoji:'],
    [':invalid: :heart:', `:invalid: ${emoji('heart', '2764')}`],
    ['**:smile:**', `<strong>${emoji('smile', '1f642')}</strong>`],
    ['💩💩', `${emoji('poop', '1f4a9')}${emoji('poop', '1f4a9')}`],
    ['Extra👽Terrestrial', `Extra${emoji('alien', '1f47d')}Terrestrial`],
    ['⬆️', emoji('up', '2b06')],
    ['⬆ ‼ ❤', `${emoji('up', '2b06')} ${emoji('bangbang', '203c')} ${emoji('heart', '2764')}`],
    ['↔ 1 # ©', '↔ 1 # ©'],
    ['#️⃣', emoji('hash', '0023-20e3')],
    [':constructor: :__proto__:', ':constructor: :__proto__:'],
    [
      ':party_parrot:',
      '<img alt=":party_parrot:" class="emoji" src="/user_avatars/1/emoji/images/1.gif" title="party parrot">',
    ],
    [':gone:', ':gone:'],
    [
      ':chat:',
      '<img alt=":chat:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/chat.png" title="chat">',
    ],
  ])('%s', (source, html) => {
    expect(htmlOf(source)).toBe(p(html));
  });

  it.each([
    [':)', emoji('smile', '1f642')],
    [':( <3', `${emoji('frown', '1f641')} ${emoji('heart', '2764')}`],
    ['so :).', `so ${emoji('smile', '1f642')}.`],
    ['a:) ;)b', 'a:) ;)b'],
    ['`:)`', '<code>:)</code>'],
    ['well ;)', `well ${emoji('wink', '1f609')}`],
    ['http:// x', 'http:// x'],
  ])('replace an emoticon if the sender has them translated: %s', (source, html) => {
    expect(htmlOf(source, { translateEmoticons: true })).toBe(p(html));
  });

  it('do not replace emoticons by default', () => {
    expect(htmlOf('a :) ;)')).toBe(p('a :) ;)'));
  });
});

describe('links in brackets', () => {
  it.each([
    ['[a](https://x.org)', '<a href="https://x.org">a</a>'],
    ['[a](x.org)', '<a href="http://x.org">a</a>'],
    ['[a](https://x.org "so")', '<a href="https://x.org" title="so">a</a>'],
    ['[a](<https://x.org/b c>)', '<a href="https://x.org/b%20c">a</a>'],
    ['[a](https://x.org/b_(c))', '<a href="https://x.org/b_(c)">a</a>'],
    ['[](https://x.org)', '<a href="https://x.org">https://x.org</a>'],
    ['[  ](https://x.org)', '<a href="https://x.org">https://x.org</a>'],
    ['[a `b` **c** :tada:](https://x.org)', '<a href="https://x.org">a <code>b</code> **c** :tada:</a>'],
    ['[a [b]](https://x.org)', '<a href="https://x.org">a [b]</a>'],
    ['[a](b@x.org)', '<a href="mailto:b@x.org">a</a>'],
    ['[a](tel:+123)', '<a href="tel:+123">a</a>'],
    ['[a](/user_uploads/1/b.txt)', '<a href="/user_uploads/1/b.txt">a</a>'],
    ['[a](#narrow/x)', '<a href="#narrow/x">a</a>'],
    ['[a](https://chat.example.com/#narrow/x)', '<a href="#narrow/x">a</a>'],
    ['[a](https://chat.example.com/help)', '<a href="https://chat.example.com/help">a</a>'],
    ['[a](https://chat.example.com.evil.org/#x)', '<a href="https://chat.example.com.evil.org/#x">a</a>'],
    ['[a](//x.org)', '<a href="http://x.org">a</a>'],
    ['[a]', '[a]'],
    ['[a] (https://x.org)', '[a] (<a href="https://x.org">https://x.org</a>)'],
    ['[a][b]', '[a][b]'],
    ['1 [](foo://) 2', '1 [](foo://) 2'],
    ['![a](https://x.org/b.png)', '!<a href="https://x.org/b.png">a</a>'],
    ['[a](https://x.org/?q="><b>)', '<a href="https://x.org/?q=&quot;&gt;&lt;b&gt;">a</a>'],
  ])('%s', (source, html) => {
    expect(htmlOf(source, { inlineImagePreview: false })).toBe(p(html));
  });
});

describe('entities', () => {
  it.each([
    ['&amp; &lt;b&gt; &#65; &copy;', '&amp; &lt;b&gt; A ©'],
    ['&nosuch; & &', '&amp;nosuch; &amp; &amp;'],
    ['`&amp;`', '<code>&amp;amp;</code>'],
  ])('%s', (source, html) => {
    expect(htmlOf(source)).toBe(p(html));
  });
});

describe('moments', () => {
  it.each([
    ['<time:2023-05-28T13:30:00+05:30>', '<time datetime="2023-05-28T08:00:00Z">2023-05-28T13:30:00+05:30</time>'],
    ['<time:Jun 5th 2017, 10:30PM>', '<time datetime="2017-06-05T22:30:00Z">Jun 5th 2017, 10:30PM</time>'],
    ['<time:<b>>', '<span class="timestamp-error">Invalid time format: &lt;b</span>&gt;'],
    ['<time:**soon**>', '<span class="timestamp-error">Invalid time format: **soon**</span>'],
  ])('%s', (source, html) => {
    expect(htmlOf(source)).toBe(p(html));
  });
});

describe('/me', () => {
  it.each([
    ['/me waves', true],
    ['/me *waves* :tada:', true],
    ['/meh', false],
    [' /me waves', false],
    ['/me\n\n* a', false],
    ['/me brings\n* tea\n* cake', true],
    ['/me asks\n```\nwhy\n```', true],
  ])('%j', (source, isMeMessage) => {
    expect(render(source).isMeMessage).toBe(isMeMessage);
  });
});
