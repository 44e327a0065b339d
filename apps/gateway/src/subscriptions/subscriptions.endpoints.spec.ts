import { describe, expect, it } from '@jest/globals';
import type { Parameter } from '../http/index.js';
import {
  changeSubscriptionSettingsEndpoint,
  subscribeEndpoint,
  unsubscribeEndpoint,
  updateSubscriptionsEndpoint,
} from './subscriptions.endpoints.js';

interface Described {
  readonly parameters: Readonly<Record<string, Parameter<never>>>;
}

function refusalOf(endpoint: object, name: string, value: unknown): string {
  const { rule } = (endpoint as Described).parameters[name] as Parameter<never>;
  try {
    rule.read(rule.encoding === 'plain' ? String(value) : JSON.stringify(value), name);
  } catch (error) {
    return (error as Error).message;
  }
  return 'taken';
}

describe('the refusal of a value that does not fit', () => {
  it.each<[object, string, unknown, string]>([
    [subscribeEndpoint, 'subscriptions', [{ name: 'x', color: '#00f' }, { name: 'y' }], 'taken'],
    [
      subscribeEndpoint,
      'subscriptions',
      [{ name: 'x', color: '3ff0f' }],
      'subscriptions[0]["color"] is not a valid hex color code',
    ],
    [subscribeEndpoint, 'subscriptions', [{ name: 'x', color: 5 }], 'subscriptions[0]["color"] is not a string'],
    [
      updateSubscriptionsEndpoint,
      'add',
      [{ name: 'x' }, { name: 'y', description: 'x'.repeat(1025) }],
      'add[1]["description"] is too long (limit: 1024 characters)',
    ],
    [subscribeEndpoint, 'principals', [{}], 'principals is not an allowed_type'],
    [unsubscribeEndpoint, 'principals', [1, 'x'], 'principals is not an allowed_type'],
    [
      changeSubscriptionSettingsEndpoint,
      'subscription_data',
      [{ stream_id: 1, property: 'is_muted', value: 5 }],
      'subscription_data[0]["value"] is not an allowed_type',
    ],
  ])('names it as clients do: %#', (endpoint, name, value, message) => {
    expect(refusalOf(endpoint, name, value)).toBe(message);
  });
});
