import type { Integration } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { plain } from '../../incoming-webhooks/text/markdown.js';
import { BAD, bold, GOOD } from '../../incoming-webhooks/text/phrases.js';
import { unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import { Alert } from './uptimerobot.payload.js';

interface State {
  readonly eventType: string;
  readonly text: string;
  /** Before the duration of the former state. */
  readonly before: string;
}

const STATES = new Map<string, State>([
  ['1', { eventType: 'down', text: `${BAD} **DOWN**`, before: 'It was up for' }],
  ['2', { eventType: 'up', text: `${GOOD} **UP** again`, before: 'It was down for' }],
  ['3', { eventType: 'ssl_expiry', text: `${BAD} about to lose its certificate`, before: 'It has been up for' }],
]);

export default {
  name: 'uptimerobot',
  displayName: 'UptimeRobot',
  eventTypes: [...STATES.values()].map(({ eventType }) => eventType),
  verification: { kind: 'bearer' },
  messagesOf({ body }) {
    const alert = readPayload(Alert, body);
    const state = STATES.get(alert.alertType);
    if (state === undefined) throw unsupportedEvent('uptimerobot', alert.alertType);
    const name = alert.monitorFriendlyName;
    const duration = alert.alertFriendlyDuration ? ` ${state.before} ${plain(alert.alertFriendlyDuration)}.` : '';
    const content = `${bold(name)} (${plain(alert.monitorUrl)}) is ${state.text} (${plain(alert.alertDetails)}).${duration}`;
    return [{ topic: name, content, eventType: state.eventType }];
  },
} satisfies Integration;
