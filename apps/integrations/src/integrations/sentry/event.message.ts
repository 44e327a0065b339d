import type { WebhookMessage } from '../../incoming-webhooks/integration.js';
import { block, link, plain, quote } from '../../incoming-webhooks/text/markdown.js';
import { lines, present, time } from '../../incoming-webhooks/text/phrases.js';
import type { ExceptionChain, Frame, SentryEvent } from './sentry.payload.js';
import { titleOf } from './sentry.title.js';

/** Names of languages for code blocks, by Sentry's platforms. */
const LANGUAGES = new Map([
  ['c', 'c'],
  ['cocoa', 'objective-c'],
  ['csharp', 'csharp'],
  ['elixir', 'elixir'],
  ['go', 'go'],
  ['java', 'java'],
  ['javascript', 'javascript'],
  ['native', 'cpp'],
  ['node', 'javascript'],
  ['objc', 'objective-c'],
  ['perl', 'perl'],
  ['php', 'php'],
  ['python', 'python'],
  ['ruby', 'ruby'],
  ['rust', 'rust'],
]);

export function eventMessage(event: SentryEvent): WebhookMessage {
  const { exception, metadata, level, culprit, datetime, timestamp, received } = event;
  const title = titleOf(event);
  const filename = exception && metadata?.filename;
  const facts = lines(
    level && `**level:** ${plain(level)}`,
    withLabel('time', time(datetime ?? timestamp ?? received)),
    withLabel('file', filename && plain(filename)),
    withLabel('where', culprit && plain(culprit)),
  );
  const content = present([
    `${exception ? 'New exception' : 'New message event'}: **${link(title, event.webUrl)}**`,
    facts === '' ? undefined : quote(facts),
    exception && traceback(event, exception),
  ]);
  return { topic: title, content: content.join('\n\n'), eventType: 'event' };
}

const withLabel = (label: string, value: string | undefined): string | undefined => value && `**${label}:** ${value}`;

/** The lines around the failing one, with an arrow. */
function traceback({ metadata, platform = '' }: SentryEvent, exception: ExceptionChain): string | undefined {
  const frame = failingFrame(exception, metadata?.filename);
  if (frame?.line === undefined) return undefined;
  const around = (text: string): string => `     ${text}`;
  const code = [...(frame.before ?? []).map(around), `---> ${frame.line}`, ...(frame.after ?? []).map(around)];
  return `Traceback:\n\n${block(LANGUAGES.get(platform) ?? 'text', code.join('\n'))}`;
}

/** Both lists have the newest entry at their end. */
function failingFrame({ values = [] }: ExceptionChain, filename: string | undefined): Frame | undefined {
  const frames = values.findLast(({ stacktrace }) => stacktrace?.frames !== undefined)?.stacktrace?.frames ?? [];
  const withCode = frames.filter(({ line }) => line !== undefined);
  return withCode.findLast((frame) => frame.filename === filename) ?? withCode.at(-1);
}
