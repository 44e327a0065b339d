import { afterAll, describe, expect, it } from '@jest/globals';
import { TemplateRenderer } from './template-renderer.js';

const renderer = new TemplateRenderer();
afterAll(() => renderer.onModuleDestroy());

const render = async (template: string, variables = {}) => (await renderer.render({ t: template }, variables))['t'];
const refusal = (template: string, variables?: object): Promise<{ code: string; message: string }> =>
  (variables === undefined ? renderer.check({ t: template }) : renderer.render({ t: template }, { ...variables })).then(
    () => ({ code: 'none', message: '' }),
    ({ code, message }) => ({ code, message }),
  );

describe('a template', () => {
  it('is rendered over its variables', async () => {
    const payload = { jobs: [{ name: 'a' }, { name: 'b' }] };
    expect(await render('{% for job in payload.jobs %}{{ job.name | upcase }} {% endfor %}', { payload })).toBe('A B ');
    expect(await render('{{ payload.none.of.these }}|{{ nothing | default: 1 }}', { payload })).toBe('|1');
  });

  it('sees no prototype', async () => {
    expect(await render('{{ payload.constructor.name }}{{ payload.__proto__ }}', { payload: {} })).toBe('');
  });

  it.each([
    ['an unknown tag', 'a\n {% nonesuch %}', 'line 2, column 2'],
    ['an unknown filter', '{{ a | nonesuch }}', 'line 1, column 1'],
    ['include', "{% include 'a' %}", 'line 1'],
    ['render', "{% render 'a' %}", 'line 1'],
    ['layout', "{% layout 'a' %}", 'line 1'],
    ['block', '{% block a %}{% endblock %}', 'line 1'],
    ['a name of every object as tag', '{% constructor %}', 'line 1'],
    ['a name of every object as filter', '{{ a | constructor }}', 'line 1'],
    ['a tag without an end', '{% if a %}', 'line 1, column 1'],
  ])('with %s is refused when it is set', async (_, template, place) => {
    expect(await refusal(template)).toEqual({ code: 'INVALID_TEMPLATE', message: expect.stringContaining(place) });
  });

  it.each([
    ['loops without end', '{% for a in (1..100000000) %}{% for b in (1..100000000) %}{{ a }}{% endfor %}{% endfor %}'],
    ['doubles a text', `{% assign a = "xxxxxxxx" %}${'{% assign a = a | append: a %}'.repeat(40)}{{ a | size }}`],
    [
      'splits a doubled text',
      `{% assign a = "x," %}${'{% assign a = a | append: a %}'.repeat(26)}{{ a | split: "," | join: "" }}`,
    ],
    [
      'replaces in a text again and again',
      `{% assign a = "aaaa" %}${'{% assign a = a | replace: "a", "aaaaaaaa" %}'.repeat(12)}`,
    ],
    ['sorts a large range', '{% assign a = (1..9000000) %}{{ a | sort | reverse | join }}'],
  ])('that %s is ended, and the next ones are rendered', async (_, template) => {
    expect(await refusal(template, {})).toMatchObject({ code: 'INVALID_TEMPLATE' });
    const texts = await Promise.all(Array.from({ length: 20 }, (_, n) => render('{{ n }}', { n })));
    expect(texts).toEqual(Array.from({ length: 20 }, (_, n) => String(n)));
  });
});
