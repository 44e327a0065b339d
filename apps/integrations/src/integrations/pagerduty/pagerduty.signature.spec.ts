import { createHmac } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { testSignatures, verify } from '../../testing/signature-suite.js';
import pagerduty from './pagerduty.integration.js';

const digest = (body: string, secret: string): string => createHmac('sha256', secret).update(body).digest('hex');

testSignatures(pagerduty, {
  sign: (body, secret) => ({ body, headers: { 'X-PagerDuty-Signature': `v1=${digest(body, secret)}` } }),
});

it('one of several signatures is enough while a secret is replaced', async () => {
  const headers = { 'X-PagerDuty-Signature': `v1=${digest('{}', 'old')}, v1=${digest('{}', 'new')}` };
  expect(await verify(pagerduty, { body: '{}', headers }, 'new', 0)).toBe(true);
  expect(await verify(pagerduty, { body: '{}', headers }, 'other', 0)).toBe(false);
});

/** The vector of go-pagerduty, the library of PagerDuty. */
it('the published vector is verified', async () => {
  const acme = (path: string) => `https://acme.pagerduty.com/${path}`;
  const part = (page: string, id: string, kind: string, summary: string, type: string) => ({
    html_url: acme(page),
    id,
    self: `https://api.pagerduty.com/${kind}/${id}`,
    summary,
    type: `${type}_reference`,
  });
  const event = {
    id: '01BWDWL3NYY7LUFPZCC28QUCMK',
    event_type: 'incident.priority_updated',
    resource_type: 'incident',
    occurred_at: '2021-04-26T17:36:27.458Z',
    agent: part('users/PLH1HKV', 'PLH1HKV', 'users', 'Tenex Engineer', 'user'),
    client: null,
    data: {
      id: 'PGR0VU2',
      type: 'incident',
      self: 'https://api.pagerduty.com/incidents/PGR0VU2',
      html_url: acme('incidents/PGR0VU2'),
      number: 2,
      status: 'triggered',
      title: 'A little bump in the road',
      service: part('services/PF9KMXH', 'PF9KMXH', 'services', 'API Service', 'service'),
      assignees: [part('users/PTUXL6G', 'PTUXL6G', 'users', 'User 123', 'user')],
      escalation_policy: part(
        'escalation_policies/PUS0KTE',
        'PUS0KTE',
        'escalation_policies',
        'Default',
        'escalation_policy',
      ),
      teams: [part('teams/PFCVPS0', 'PFCVPS0', 'teams', 'Engineering', 'team')],
      priority: part('account/incident_priorities', 'PSO75BM', 'priorities', 'P1', 'priority'),
      urgency: 'high',
      conference_bridge: { conference_number: 1000, conference_url: 'https://example.com' },
      resolve_reason: null,
    },
  };
  const secret = 'lDQHScfUeXUKaQRNF+8XIiDKZ7XX3itBAYzwU0TARw8lJqRnkKl2iB1anSb0Z+IK';
  const v1 = '0c0b9495b893a39e70d1fea2fe11fbe0a825f88b9f67846f6cc07dd2bc5476cd';
  const signed = { body: JSON.stringify({ event }), headers: { 'X-PagerDuty-Signature': `v1=${v1}` } };
  expect(await verify(pagerduty, signed, secret, 0)).toBe(true);
});
