import { describe, expect, it, jest } from '@jest/globals';
import { CONTEXT } from '../render.testing.js';
import { BoundedRenderer, isCheapToRender, MAX_INLINE_RENDER_LENGTH } from './bounded-renderer.js';
import { RenderWorkerPool } from './render-worker-pool.js';

describe('the bounded renderer', () => {
  it.each([
    ['cheap texts without a worker', '*x*', '<p><em>x</em></p>', 0],
    ['other texts in a worker', '```\nx\n```', expect.stringContaining('<pre>'), 1],
  ])('renders %s', async (_, source, html, inWorkers) => {
    const renderer = new BoundedRenderer();
    const rendered = jest.spyOn(RenderWorkerPool.prototype, 'render');

    expect((await renderer.render(source, CONTEXT)).html).toEqual(html);
    expect(rendered).toHaveBeenCalledTimes(inWorkers);

    rendered.mockRestore();
    await renderer.close();
  });
});

describe('cheap to render', () => {
  it.each([
    ['a short text', 'hello **there**', true],
    ['not a long text', 'x'.repeat(MAX_INLINE_RENDER_LENGTH + 1), false],
    ['not a text with code to highlight', '```python\nx\n```', false],
    ['not a text with formulas', '$$x$$', false],
    ['not a long text that linkifiers may match', `#1 ${'x'.repeat(900)}`, false],
  ])('is %s', (_, source, isCheap) => {
    expect(isCheapToRender(source, CONTEXT)).toBe(isCheap);
  });
});
