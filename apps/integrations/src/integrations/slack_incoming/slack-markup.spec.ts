import { describe, expect, it } from '@jest/globals';
import { toMarkdown } from './slack-markup.js';

describe("Slack's markup", () => {
  it.each([
    ['*bold* and _emphasis_', '**bold** and *emphasis*'],
    ['*_both_*', '***both***'],
    ['a*b*c and snake_case_name', 'a*b*c and snake_case_name'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['*not\nbold*', '*not\nbold*'],
    ['<https://example.com/a_b_c|the *page*>', '[the *page*](https://example.com/a_b_c)'],
    ['<https://example.com/_a_>', 'https://example.com/_a_'],
    ['see https://example.com/_a_/*b*', 'see https://example.com/_a_/*b*'],
    ['<mailto:ida@example.com|Ida>', '[Ida](mailto:ida@example.com)'],
    ['<javascript:alert(1)|click>', 'click'],
    ['`*code*`', '`*code*`'],
    ['1 &lt; 2 &amp;&amp; 3 &gt; 2', '1 < 2 && 3 > 2'],
    ['<#C1|general> <!subteam^S1|@ops>', '#general @ops'],
  ])('%j becomes %j', (text, markdown) => {
    expect(toMarkdown(text)).toBe(markdown);
  });

  it('reads long texts in time proportional to their length', () => {
    for (const text of ['*a'.repeat(10_000), '_'.repeat(20_000), '<'.repeat(20_000), '`'.repeat(20_000)]) {
      expect(toMarkdown(text).length).toBeGreaterThan(0);
    }
  });
});
