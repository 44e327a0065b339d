import { describe, expect, it } from '@jest/globals';
import { provideCommand, runCommand } from './commands.js';
import { keyName, keySigns } from './key-name.js';
import { SHORTCUTS } from './shortcuts.js';

const press = (key: string, more: Partial<Parameters<typeof keyName>[0]> = {}) =>
  keyName({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

describe('keys', () => {
  it.each([
    [press('?', { shiftKey: true }), '?'],
    [press('G', { shiftKey: true }), 'G'],
    [press('k', { ctrlKey: true }), 'Ctrl+k'],
    [press('k', { metaKey: true }), 'Ctrl+k'],
    [press(' ', { shiftKey: true }), 'Shift+ '],
    [press('ArrowLeft', { altKey: true }), 'Alt+ArrowLeft'],
    [press('L', { ctrlKey: true, shiftKey: true }), 'Ctrl+L'],
  ])('have the name %j', (name, expected) => expect(name).toBe(expected));

  it.each([
    ['G', ['Shift', 'G']],
    ['Ctrl+k', ['Ctrl', 'K']],
    ['Ctrl+[', ['Ctrl', '[']],
    ['Shift+ ', ['Shift', 'Space']],
    ['Alt+ArrowLeft', ['Alt', '←']],
    ['Ctrl+Enter', ['Ctrl', 'Enter']],
    ['+', ['+']],
    ['Home', ['Home']],
  ])('%j are shown as %j', (name, signs) => expect(keySigns(name)).toEqual(signs));

  it('have one command each', () => {
    const keys = SHORTCUTS.filter(({ command }) => command !== undefined).flatMap(({ keys: own }) => own);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});

describe('commands', () => {
  it('go to the latest provider, until it takes its handler back', () => {
    const calls: string[] = [];
    const endFirst = provideCommand('view.zoom', () => void calls.push('first'));
    const endSecond = provideCommand('view.zoom', () => void calls.push('second'));
    expect(runCommand('view.zoom')).toBe(true);
    endSecond();
    expect(runCommand('view.zoom')).toBe(true);
    endFirst();
    expect(runCommand('view.zoom')).toBe(false);
    expect(calls).toEqual(['second', 'first']);
  });

  it('are not done if the handler has nothing to do', () => {
    const end = provideCommand('view.zoom', () => false);
    expect(runCommand('view.zoom')).toBe(false);
    end();
  });
});
