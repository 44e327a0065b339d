import type { WebhookMessage } from '../../incoming-webhooks/integration.js';
import { link, plain, quote } from '../../incoming-webhooks/text/markdown.js';
import { bold, lines, time } from '../../incoming-webhooks/text/phrases.js';
import { unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import type { Issue, Notification } from './sentry.payload.js';
import { titleOf } from './sentry.title.js';

const STATES = new Map([
  ['assigned', 'assigned'],
  ['resolved', 'marked as resolved'],
  ['ignored', 'marked as ignored'],
  ['archived', 'archived'],
  ['unresolved', 'marked as unresolved'],
]);

export const ISSUE_ACTIONS = ['created', ...STATES.keys()];

export function issueMessage(issue: Issue, { action, actor }: Notification): WebhookMessage {
  const title = titleOf(issue);
  const subject = `**${link(title, issue.webUrl)}**`;
  if (action === 'created') return { topic: title, content: created(subject, issue), eventType: action };
  const state = STATES.get(action ?? '');
  if (state === undefined) throw unsupportedEvent('sentry', action);
  const to = action === 'assigned' ? assigneeOf(issue) : '';
  const by = actor?.name ? ` by ${bold(actor.name)}` : '';
  return { topic: title, content: `The issue ${subject} was ${state}${to}${by}.`, eventType: action ?? '' };
}

function created(subject: string, { level, firstSeen, culprit }: Issue): string {
  const seen = time(firstSeen);
  const facts = lines(
    level && `**level:** ${plain(level)}`,
    seen && `**time:** ${seen}`,
    culprit && `**where:** ${plain(culprit)}`,
  );
  return `New issue created: ${subject}${facts && `\n\n${quote(facts)}`}`;
}

function assigneeOf({ assignedTo }: Issue): string {
  if (!assignedTo?.name) return '';
  return ` to the ${plain(assignedTo.type ?? 'person')} ${bold(assignedTo.name)}`;
}
