import { badValue, missingParameter } from '@chat/contracts';
import type { Integration } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { parseJsonText } from '../../incoming-webhooks/payload/json-text.js';
import { link, plain } from '../../incoming-webhooks/text/markdown.js';
import { bold, FAILURE, lines, present, SUCCESS, WAITING } from '../../incoming-webhooks/text/phrases.js';
import type { WebhookRequest } from '../../incoming-webhooks/webhook-request.js';
import { Build, Form } from './travis.payload.js';
import { isSignedByTravis } from './travis.signature.js';

const EMOJIS = new Map([
  ['passed', SUCCESS],
  ['fixed', SUCCESS],
  ['failed', FAILURE],
  ['broken', FAILURE],
  ['still failing', FAILURE],
  ['errored', FAILURE],
  ['canceled', FAILURE],
  ['pending', WAITING],
]);

export default {
  name: 'travis',
  displayName: 'Travis CI',
  eventTypes: ['push', 'pull_request', 'cron', 'api'],
  parameters: [
    {
      name: 'ignore_pull_requests',
      description: '`true` (default): builds of pull requests make no message. Or `false`.',
    },
  ],
  body: 'form',
  verification: {
    kind: 'own',
    headers: ['signature'],
    description: "RSA-SHA1 signature of the payload. The secret is the service's public key in PEM.",
    verify: isSignedByTravis,
  },
  deliveryIdOf(request) {
    const { id, state, statusMessage } = buildOf(request);
    return id && `${id} ${state ?? statusMessage}`;
  },
  messagesOf(request) {
    const build = buildOf(request);
    if (build.type === 'pull_request' && ignoresPullRequests(request)) return [];
    const { statusMessage, buildUrl, compareUrl, authorName, type } = build;
    const emoji = EMOJIS.get(statusMessage.toLowerCase());
    const content = lines(
      `Author: ${plain(authorName ?? 'unknown')}`,
      `Build status${nameOf(build)}: ${bold(statusMessage)}${emoji ? ` ${emoji}` : ''}`,
      `Details: ${compareUrl ? `${link('changes', compareUrl)}, ` : ''}${link('build log', buildUrl)}`,
    );
    return [{ topic: 'builds', content, ...(type && { eventType: type }) }];
  },
} satisfies Integration;

/** Builds of all repositories have one topic. */
function nameOf({ repository, number }: Build): string {
  const path = present([repository?.ownerName, repository?.name]).join('/');
  const parts = [path, number && `#${number}`].filter(Boolean).join(' ');
  return parts === '' ? '' : ` of ${plain(parts)}`;
}

function buildOf({ body, parameter }: WebhookRequest): Build {
  const payload = readPayload(Form, body).payload ?? parameter('payload');
  if (!payload) throw missingParameter('payload');
  return readPayload(Build, parseJsonText(payload));
}

function ignoresPullRequests({ parameter }: WebhookRequest): boolean {
  const value = parameter('ignore_pull_requests') ?? 'true';
  if (value !== 'true' && value !== 'false') throw badValue('ignore_pull_requests', value);
  return value === 'true';
}
