import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { isSupported, MINIMUM_NODE } from '../../bootstrap/check-node.mjs';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

describe('the supported versions of Node.js', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.11.1'])('include %s', (version) => {
    expect(isSupported(version)).toBe(true);
  });

  it.each(['18.20.8', '20.9.0', '20.12.0', '20.18.3'])('exclude %s', (version) => {
    expect(isSupported(version)).toBe(false);
  });

  it('are the same in the README and in the requirements', () => {
    expect(MINIMUM_NODE).toBe('20.19');
    expect(read('README.md')).toContain(`Node ${MINIMUM_NODE} or newer`);
    expect(read('docs/operations/requirements.md')).toContain(`Node ${MINIMUM_NODE} or later`);
  });

  it('have the version of the images as the one that .nvmrc chooses', () => {
    const [, inImages] = /^FROM node:(\d+)-/m.exec(read('Dockerfile')) ?? [];

    expect(read('.nvmrc').trim()).toBe(inImages);
  });
});
