import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';

const [SHUTDOWN, LOGGER] = ['shutdown', 'logger'].map((file) => new URL(`../dist/${file}.js`, import.meta.url).href);
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Starts a process over IPC that runs `code`; resolves when it reports that it runs. */
async function start(code: string): Promise<ChildProcess> {
  const script = `import { exitWithParent, stopOrderly } from '${SHUTDOWN}';
    import { createLogger } from '${LOGGER}';
    const logger = { flush() { throw new Error('the log has no reader'); }, info() {}, error() {}, fatal() {} };
    ${code}
    setInterval(() => {}, 1000);
    process.send('runs');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(child);
  await once(child, 'message');
  return child;
}

const endOf = (child: ChildProcess) => once(child, 'exit').then(([code]) => code as number);

describe('a process without its parent', () => {
  it('ends at once during its start', async () => {
    const child = await start('exitWithParent();');
    const ended = endOf(child);

    child.disconnect();

    expect(await ended).toBe(1);
  });

  it('ends if the parent was gone before the watch began', async () => {
    const child = await start("process.once('message', () => { process.disconnect(); exitWithParent(); });");
    const ended = endOf(child);

    child.send('now');

    expect(await ended).toBe(1);
  });

  it('stops in an orderly way after its start, and ends although its log cannot be written', async () => {
    const child = await start(
      "exitWithParent()(); stopOrderly(logger, async (reason) => { if (reason !== 'all') process.exit(9); });",
    );
    const ended = endOf(child);

    child.disconnect();

    expect(await ended).toBe(0);
  });

  it('ends although it has lines for a log without a reader', async () => {
    const child = await start(`const log = createLogger('users', 0, 'info');
      process.on('disconnect', () => {
        log.info({}, 'last words');
        process.exit(0);
      });`);
    const ended = endOf(child);

    child.stdout?.destroy();
    child.disconnect();

    expect(await ended).toBe(0);
  });
});
