import { describe, expect, it } from '@jest/globals';
import { type Class, fieldsOf } from '../kit/described-class.js';
import {
  NewSubscriptions,
  SubscriptionChanges,
  SubscriptionSettingChanges,
  SubscriptionsToEnd,
} from './subscriptions.endpoints.js';

/** The error for the JSON text of a parameter. */
function errorOf(parameters: Class, name: string, value: unknown): string {
  const field = fieldsOf(parameters).find(({ wireName }) => wireName === name);
  try {
    field?.type.read(JSON.stringify(value), name);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
}

describe('parameters of subscriptions', () => {
  it.each<[Class, string, unknown, string]>([
    [NewSubscriptions, 'subscriptions', [{ name: 'x', color: '#00f' }, { name: 'y' }], 'none'],
    [
      NewSubscriptions,
      'subscriptions',
      [{ name: 'x', color: '3ff0f' }],
      'subscriptions[0]["color"] is not a valid hex color code',
    ],
    [NewSubscriptions, 'subscriptions', [{ name: 'x', color: 5 }], 'subscriptions[0]["color"] is not a string'],
    [
      SubscriptionChanges,
      'add',
      [{ name: 'x' }, { name: 'y', description: 'x'.repeat(1025) }],
      'add[1]["description"] is too long (limit: 1024 characters)',
    ],
    [NewSubscriptions, 'principals', [{}], 'principals is not an allowed_type'],
    [SubscriptionsToEnd, 'principals', [1, 'x'], 'principals is not an allowed_type'],
    [
      SubscriptionSettingChanges,
      'subscription_data',
      [{ stream_id: 1, property: 'is_muted', value: 5 }],
      'subscription_data[0]["value"] is not an allowed_type',
    ],
  ])('have errors that name the value as clients do: %#', (parameters, name, value, message) => {
    expect(errorOf(parameters, name, value)).toBe(message);
  });
});
