import { afterEach, describe, expect, it } from '@jest/globals';
import { CONTEXT } from '../render.testing.js';
import type { RenderContext } from '../render-context.js';
import { RenderError, RenderPoolClosed, RenderQueueFull, RenderTimeout, RenderWorkerCrash } from '../render-errors.js';
import { renderMessage } from '../render-message.js';
import { RenderWorkerPool, type RenderWorkerPoolOptions } from './render-worker-pool.js';

const pools: RenderWorkerPool[] = [];

function pool(options: RenderWorkerPoolOptions = {}): RenderWorkerPool {
  const made = new RenderWorkerPool(options);
  pools.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((each) => each.close()));
});

/** A rule of a realm and a text that together take many seconds: every match reads the whole text. */
const SLOW_CONTEXT: RenderContext = {
  ...CONTEXT,
  linkifiers: Array.from({ length: 200 }, (_, id) => ({
    id,
    pattern: `(?P<x>a.*z${id}|a)`,
    urlTemplate: 'https://x.org/{x}',
  })),
};
const SLOW_TEXT = 'a '.repeat(30_000);

describe('the pool', () => {
  it('renders in a worker as on the thread of the caller', async () => {
    const source = 'Hi @**Ana Lima** :party_parrot: #12\n```python\nx = 1\n```\n$$a$$ https://x.org/a.png';

    expect(await pool().render(source, CONTEXT)).toEqual(renderMessage(source, CONTEXT));
  });

  it('returns to each of many texts its own HTML', async () => {
    const workers = pool({ size: 2 });
    const sources = Array.from({ length: 50 }, (_, index) => `**${index}** \`${index}\``);

    const rendered = await Promise.all(sources.map((source) => workers.render(source, CONTEXT)));

    expect(rendered).toEqual(sources.map((source) => renderMessage(source, CONTEXT)));
  });

  it('refuses a text that takes too long and renders the other texts', async () => {
    const workers = pool({ timeoutMs: 3_000 });
    const before = workers.render('*before*', CONTEXT);
    const slow = workers.render(SLOW_TEXT, SLOW_CONTEXT);
    const after = workers.render('*after*', CONTEXT);

    await expect(slow).rejects.toThrow(RenderTimeout);
    await expect(slow).rejects.toThrow(RenderError);
    expect((await before).html).toBe('<p><em>before</em></p>');
    expect((await after).html).toBe('<p><em>after</em></p>');
  });

  it('replaces a worker that dies', async () => {
    const workers = pool({ maxHeapMb: 32, timeoutMs: 15_000 });
    const crash = workers.render('x', {
      ...CONTEXT,
      users: Array.from({ length: 600_000 }, (_, id) => ({ id, fullName: `user ${id} ${'x'.repeat(60)}` })),
    });

    await expect(crash).rejects.toThrow(RenderWorkerCrash);
    expect((await workers.render('*next*', CONTEXT)).html).toBe('<p><em>next</em></p>');
  });

  it('rejects with the reason of the refusal', async () => {
    const refused = pool().render('x'.repeat(200_000), CONTEXT);

    await expect(refused).rejects.toThrow(RenderError);
    await expect(refused).rejects.not.toBeInstanceOf(RenderTimeout);
  });

  it('refuses a text if too many wait', async () => {
    const workers = pool({ maxQueued: 2 });
    const waiting = [workers.render('*1*', CONTEXT), workers.render('*2*', CONTEXT)];

    await expect(workers.render('*3*', CONTEXT)).rejects.toThrow(RenderQueueFull);
    expect(await Promise.all(waiting)).toHaveLength(2);
  });

  it('refuses a context that cannot be copied and renders the next text', async () => {
    const workers = pool();
    const broken = { ...CONTEXT, users: [{ id: 1, fullName: (() => 'x') as unknown as string }] };

    const refused = workers.render('*x*', broken);
    const next = workers.render('*y*', CONTEXT);

    await expect(refused).rejects.toThrow();
    expect((await next).html).toBe('<p><em>y</em></p>');
  });

  it('refuses waiting and later texts when it is closed', async () => {
    const workers = pool();
    const waiting = workers.render('*x*', CONTEXT);
    const closing = workers.close();

    await expect(waiting).rejects.toThrow(RenderPoolClosed);
    await closing;
    await expect(workers.render('*y*', CONTEXT)).rejects.toThrow(RenderPoolClosed);
  });

  it('finishes the text in work when it is closed', async () => {
    const workers = pool();
    await workers.render('*warm*', CONTEXT);
    const inWork = workers.render('*x*', CONTEXT);
    await workers.close();

    expect((await inWork).html).toBe('<p><em>x</em></p>');
  });
});
