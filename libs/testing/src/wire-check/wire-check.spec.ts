import { allEndpoints, clientEventDescriptions, definitions, eventSchema } from '@chat/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { WireCheck } from './wire-check.js';

const success = { result: 'success', msg: '' };

describe('the check of responses and events', () => {
  let check: WireCheck;
  beforeAll(async () => {
    check = await WireCheck.create();
  });
  const get = (path: string, body: object, status = 200) => check.answer({ method: 'GET', path, status, body });
  const register = (parameters: object, fields: object) =>
    check.answer({
      method: 'POST',
      path: '/register',
      parameters: parameters as Record<string, unknown>,
      status: 200,
      body: { ...success, ...REGISTERED, ...fields },
    });

  it('has a schema for every endpoint, and each can be compiled', () => {
    for (const { method, path } of allEndpoints()) {
      expect(() => check.answer({ method, path, status: 200, body: success })).not.toThrow();
    }
  });

  it('has a schema for every event, and each can be compiled', () => {
    for (const { type, op } of clientEventDescriptions()) {
      expect(eventSchema(type, op)).toBeDefined();
      expect(check.event({ type, op }).length).toBeGreaterThan(0);
    }
  });

  it('has every definition that is referred to', () => {
    const all = definitions('in full');
    const referred = [...JSON.stringify(all).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name);

    expect(referred.filter((name) => !(String(name) in all))).toEqual([]);
  });

  it.each<[string, object, boolean]>([
    ['a success', { ...success, id: 7 }, true],
    ['further fields', { ...success, id: 7, more: [1] }, true],
    ['parameters that are not known', { ...success, id: 7, ignored_parameters_unsupported: ['x'] }, true],
    ['a missing field', success, false],
    ['a field of another type', { ...success, id: '7' }, false],
    ['a missing envelope', { id: 7 }, false],
    ['a message on success', { ...success, msg: 'Done', id: 7 }, false],
    [
      'an empty list of parameters that are not known',
      { ...success, id: 7, ignored_parameters_unsupported: [] },
      false,
    ],
  ])('answers of POST /messages: %s', (_, body, isGood) => {
    const faults = check.answer({ method: 'POST', path: '/messages', status: 200, body });

    expect(faults.length === 0).toBe(isGood);
  });

  it.each<[string, object, boolean]>([
    ['a refusal', { result: 'error', msg: 'No', code: 'BAD_REQUEST' }, true],
    ['a refusal without code', { result: 'error', msg: 'Draft does not exist' }, true],
    ['a refusal with its fields', { result: 'error', msg: 'No', code: 'STREAM_DOES_NOT_EXIST', stream: 'x' }, true],
    ['a refusal without its fields', { result: 'error', msg: 'No', code: 'STREAM_DOES_NOT_EXIST' }, false],
    [
      'a queue that is gone',
      { result: 'error', msg: 'Bad event queue ID: x', code: 'BAD_EVENT_QUEUE_ID', queue_id: 'x' },
      true,
    ],
    [
      'a queue that is gone, in other words',
      { result: 'error', msg: 'Gone', code: 'BAD_EVENT_QUEUE_ID', queue_id: 'x' },
      false,
    ],
    ['a refusal without words', { result: 'error', msg: '' }, false],
    ['a success', success, false],
  ])('answers with status 400: %s', (_, body, isGood) => {
    expect(get('/users/7', body, 400).length === 0).toBe(isGood);
  });

  it.each<[string, object, boolean]>([
    ['GET', {}, true],
    ['GET', { outcome: 'unknown' }, false],
    ['POST', { outcome: 'not_started' }, true],
    ['POST', { outcome: 'unknown' }, true],
    ['POST', { outcome: 'done' }, false],
    ['POST', {}, false],
  ])('answers with status 503 to %s: %j', (method, fields, isGood) => {
    const unavailable = { result: 'error', msg: 'No', code: 'SERVICE_UNAVAILABLE', 'retry-after': 1 };
    const faults = check.answer({ method, path: '/drafts', status: 503, body: { ...unavailable, ...fields } });

    expect(faults.length === 0).toBe(isGood);
  });

  it('finds the endpoint with the best fitting path', () => {
    expect(get('/users/me', { ...success, user: {} }).join()).toContain("'user_id'");
    expect(get('/users/7', { ...success }).join()).toContain("'user'");
    expect(get('/nowhere', success)).toEqual(['GET /nowhere: no endpoint of the schema has this path.']);
  });

  it('finds the endpoint of a path with any number of segments', () => {
    for (const path of ['/user_uploads/1/picture.png', '/user_uploads/1/a/b/picture.png']) {
      expect(get(path, { ...success, url: '/' })).toEqual([]);
      expect(get(path, success).join()).toContain("'url'");
    }
    expect(get('/user_uploads/1', success).join()).toContain('no endpoint');
  });

  it('wants of a registration the fields of its fetch types and no other', () => {
    expect(register({ fetch_event_types: ['alert_words'] }, { alert_words: ['x'] })).toEqual([]);
    expect(register({ fetch_event_types: '["alert_words"]' }, {})).toHaveLength(1);
    expect(register({ event_types: ['message'] }, { max_message_id: 3, alert_words: [] })).toHaveLength(1);
    expect(register({ event_types: ['message'], fetch_event_types: [] }, {})).toEqual([]);
    expect(register({ event_types: ['message', 'update_message_flags'] }, { max_message_id: 3 })).toHaveLength(1);
  });

  it('expects the fields that the capabilities of the client allow', () => {
    const notificationState = Object.fromEntries(OLD_NOTIFICATION_SETTINGS);
    const types = { fetch_event_types: ['update_global_notifications'] };

    expect(register(types, notificationState)).toEqual([]);
    expect(register(types, {}).length).toBeGreaterThan(0);
    expect(register({ ...types, client_capabilities: { user_settings_object: true } }, {})).toEqual([]);
    expect(
      register({ ...types, client_capabilities: { user_settings_object: true } }, notificationState).length,
    ).toBeGreaterThan(0);
  });

  it('wants the form of an event that the queue’s client can read', () => {
    const deleted = { id: 1, type: 'delete_message', message_type: 'private' };
    const one = { ...deleted, message_id: 5 };
    const many = { ...deleted, message_ids: [5] };
    const events = (queue_id: string, ...all: object[]) => get('/events', { ...success, queue_id, events: all });
    register({ fetch_event_types: [], client_capabilities: { bulk_message_deletion: true } }, { queue_id: 'new' });
    register({ fetch_event_types: [] }, { queue_id: 'old' });

    expect(events('new', many)).toEqual([]);
    expect(events('new', many, one)).toHaveLength(1);
    expect(events('old', one)).toEqual([]);
    expect(events('old', many)).toHaveLength(1);
    expect(events('unknown', one, many)).toEqual([]);
    expect(events('new', { id: 2, type: 'update_display_settings', setting_name: 'x', setting: 1 })).toEqual([]);
    expect(events('old', { id: 2, type: 'realm_linkifiers', realm_linkifiers: [] }).join()).toContain(
      'must not be sent',
    );
    expect(events('old', { id: 2, type: 'surprise' }).join()).toContain('There is no event surprise');
  });
});

const REGISTERED = {
  queue_id: 'q',
  last_event_id: -1,
  service_feature_level: 185,
  service_version: '7.0',
  service_merge_base: '',
};

const OLD_NOTIFICATION_SETTINGS: [string, unknown][] = [
  ...[
    'enable_desktop_notifications',
    'enable_digest_emails',
    'enable_login_emails',
    'enable_marketing_emails',
    'enable_offline_email_notifications',
    'enable_offline_push_notifications',
    'enable_online_push_notifications',
    'enable_sounds',
    'enable_stream_desktop_notifications',
    'enable_stream_email_notifications',
    'enable_stream_push_notifications',
    'enable_stream_audible_notifications',
    'wildcard_mentions_notify',
    'message_content_in_email_notifications',
    'pm_content_in_desktop_notifications',
    'presence_enabled',
  ].map((name): [string, unknown] => [name, true]),
  ['email_notifications_batching_period_seconds', 120],
  ['notification_sound', 'ding'],
  ['desktop_icon_count_display', 1],
  ['realm_name_in_email_notifications_policy', 1],
  ['available_notification_sounds', ['ding']],
];
