import { describe, expect, it } from '@jest/globals';
import { MAX_HTML_LENGTH, MAX_SOURCE_LENGTH } from './limits.js';
import { CONTEXT, cheapest, render } from './render.testing.js';
import { RenderError } from './render-errors.js';
import { renderMessage } from './render-message.js';

const repeat = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length)).slice(0, length);

const PATTERNS: Readonly<Record<string, string>> = {
  'greater-than signs': '>',
  'quote marks': '> ',
  stars: '*',
  'open strong': '**a ',
  'mixed open emphasis': '*a **b ~~c ',
  'unbalanced emphasis': '*a*a**a',
  'open brackets': '[',
  'open links': '[a](',
  'half links': '[](x ',
  'open addresses': 'http://a.co/(',
  'joined addresses': ',http://a.co/',
  'joined names': 'a.co,',
  backticks: '`',
  'open mentions': '@**',
  'open groups': '@*',
  'open streams': '#**a>',
  mentions: '@**Ana Lima** ',
  colons: ':a',
  emoji: ':smile:',
  emoticons: ':) ',
  'emoji sequences': '👩‍👩‍👧‍👦',
  joiners: '😀\u200d',
  'variation selectors': '\ufe0f',
  'open formulas': '$$a',
  'open times': '<time:',
  bullets: '* ',
  items: '* a\n',
  'loose items': '1. a\n\n',
  'nested containers': '> * 1. ',
  'fenced quotes': '~~~quote\n',
  fences: '```a\nb\n```\n',
  tables: 'a|b\n-|-\n',
  entities: '&amp;',
  headings: '# a\n',
  rules: '---\n',
  'mail addresses': 'a@b.',
  'issue numbers': ' #12',
  'closing punctuation': 'http://a.co/!!!!!!',
  'line breaks': '\n',
  digits: '1.',
};

describe('the time of a render', () => {
  // Ten times the text may take ten times as long and a little more; quadratic work would take a hundred times as long.
  // A busy machine only makes a run slower, so the cheapest of several runs counts, and a failure is measured again.
  it.each(Object.entries(PATTERNS))('grows in line with the length: %s', (_, pattern) => {
    const short = repeat(pattern, 2_500);
    const long = repeat(pattern, 25_000);
    renderOrRefuse(short);
    let base = 1;
    let grown = Number.POSITIVE_INFINITY;

    for (let attempt = 0; attempt < 6 && grown / base >= 45; attempt++) {
      base = Math.max(
        base,
        cheapest(() => renderOrRefuse(short)),
      );
      grown = Math.min(
        grown,
        cheapest(() => renderOrRefuse(long)),
      );
    }

    expect(grown / base).toBeLessThan(45);
  });

  it('is bounded for a wide table', () => {
    const cost = cheapest(() => {
      render(`${'|a'.repeat(2_500)}|\n${'|-'.repeat(2_500)}|\n`);
      render(`${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${'|\n'.repeat(4_000)}`);
    });

    expect(cost).toBeLessThan(2_000);
  });
});

describe('the size', () => {
  it('of the source is limited', () => {
    expect(() => render('a'.repeat(MAX_SOURCE_LENGTH + 1))).toThrow(RenderError);
  });

  it('of the HTML is limited', () => {
    expect(() => render('😀'.repeat(MAX_SOURCE_LENGTH / 2))).toThrow(RenderError);
    expect(render('😀'.repeat(5_000)).html.length).toBeLessThan(MAX_HTML_LENGTH);
  });
});

describe('a render that throws', () => {
  it('leaves no state for the next render', () => {
    const source = '> @**Ana Lima** **a\n* `x` $$\\gdef\\a{b}\\a$$ :) #12';
    const before = render(source);
    const broken = {
      realmUrl: 'https://chat.example.com',
      get users(): never {
        throw new Error('broken context');
      },
    };

    expect(() => renderMessage(`> **a *b [c @**Ana Lima** d](x`, broken)).toThrow('broken context');
    expect(() => render('😀'.repeat(MAX_SOURCE_LENGTH / 2))).toThrow(RenderError);

    expect(render(source)).toEqual(before);
  });
});

function renderOrRefuse(source: string): void {
  try {
    renderMessage(source, CONTEXT);
  } catch (error) {
    if (!(error instanceof RenderError)) {
      throw error;
    }
  }
}
