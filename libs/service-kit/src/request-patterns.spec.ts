import { describe, expect, it } from '@jest/globals';
import { requestPatternsOf, requireHandlers } from './run-service.js';

describe('the request patterns of a service', () => {
  const patterns = requestPatternsOf('realm-settings');

  it('are those of its requests in libs/contracts', () => {
    expect(patterns).toContain('realm-settings.linkifiers.create');
    expect(patterns.filter((pattern) => !pattern.startsWith('realm-settings.'))).toEqual([]);
  });

  it('are accepted if each has a handler', () => {
    const handled = new Map(patterns.map((pattern) => [pattern, {}]));

    expect(() => requireHandlers('realm-settings', handled)).not.toThrow();
  });

  it('are named in the error if they have none', () => {
    const handled = new Map(patterns.slice(1).map((pattern) => [pattern, {}]));

    expect(() => requireHandlers('realm-settings', handled)).toThrow(
      `No handler for ${patterns[0]}: add a @MessagePattern method to a controller of the service.`,
    );
  });
});
