import { describe, expect, it } from '@jest/globals';
import { runStage } from './main.js';
import { checkResult, runCommand, type Step } from './steps.js';

const step = (name: string, run: Step['run']): Step => ({ name, title: name, run });
const green = checkResult(true);

/** Runs the steps and returns their output. */
async function outputOf(steps: readonly Step[]) {
  let text = '';
  const print = (more: string) => {
    text += more;
  };
  const outcome = await runStage(steps, { root: '.', paths: [] }, { print, stdout: 1, stderr: 2 }).catch(String);
  return { text: text.replaceAll(/\d+\.\d s/g, 'N s'), outcome };
}

describe('steps next to each other', () => {
  it('run at the same time, and the output of each stays together', async () => {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const first = step('first', async ({ output }) => {
      output.print('one\n');
      await begun;
      output.print('two\n');
      return { ...green, passed: 3 };
    });
    const second = step('second', async (context) => {
      begin();
      context.output.print('three\n');
      const isGreen = await runCommand(['-e', 'console.error("four"); process.exit(1)'], context);
      return checkResult(isGreen);
    });

    const { text, outcome } = await outputOf([first, second]);

    expect(text).toBe(
      '\n=== first\none\ntwo\n--- first: green in N s, 3 passed, 0 failed\n\n=== second\nthree\nfour\n--- second: RED in N s\n',
    );
    expect(outcome).toMatchObject([{ result: { isGreen: true } }, { result: { isGreen: false } }]);
  });

  it('all end, with their output, before the failure of one ends the run', async () => {
    const first = step('first', () => Promise.reject(new Error('no server')));
    const second = step('second', async ({ output }) => {
      output.print('three\n');
      return green;
    });

    const { text, outcome } = await outputOf([first, second]);

    expect(text).toBe('\n=== first\n\n=== second\nthree\n--- second: green in N s\n');
    expect(outcome).toBe('Error: no server');
  });
});
