import type { Integration, WebhookMessage } from '../../incoming-webhooks/integration.js';
import { List, readPayload, TextMap } from '../../incoming-webhooks/payload/fields.js';
import { link, plain } from '../../incoming-webhooks/text/markdown.js';
import { bold, FAILURE, inWords, present, SUCCESS, WAITING } from '../../incoming-webhooks/text/phrases.js';
import { type Build, Notification, Property } from './teamcity.payload.js';

const SET_UP_HINT =
  'A TeamCity webhook of your bot has a payload format that has no build, for example the one for Slack. ' +
  'Choose the format **Legacy JSON (tcWebHooks)** in TeamCity.';

class Properties {
  @List(() => Property) list?: Property[];
  @TextMap() map?: ReadonlyMap<string, string>;
}

export default {
  name: 'teamcity',
  displayName: 'TeamCity',
  eventTypes: ['success', 'failure', 'running'],
  verification: { kind: 'bearer' },
  deliveryIdOf({ body }) {
    const { build } = readPayload(Notification, body);
    return build?.id && `${build.id} ${build.notifyType ?? ''} ${build.result ?? ''}`;
  },
  messagesOf({ body }): readonly WebhookMessage[] {
    const { build } = readPayload(Notification, body);
    if (build === undefined) return [{ topic: 'TeamCity', content: SET_UP_HINT, isOwnerNotice: true }];
    const properties = propertiesOf(build);
    const isPersonal = build.isPersonal === true || properties.get('env.BUILD_IS_PERSONAL') === 'true';
    const message = {
      topic: topicOf(build),
      content: describe(build, isPersonal),
      ...(build.result && { eventType: build.result }),
    };
    return [isPersonal ? { ...message, toPerson: namesOf(build, properties) } : message];
  },
} satisfies Integration;

function topicOf({ fullName, branchDisplayName, branchName, branchIsDefault }: Build): string {
  const branch = branchDisplayName ?? branchName;
  return branch && branchIsDefault !== true ? `${fullName} (${branch})` : fullName;
}

function describe(build: Build, isPersonal: boolean): string {
  const { fullName, number, statusUrl } = build;
  const subject = `${isPersonal ? 'Your personal build' : 'Build'} ${bold(fullName)}${number ? ` #${plain(number)}` : ''}`;
  const sentence = `${subject} ${resultOf(build)}`;
  if (!statusUrl) return sentence;
  const log = link('build log', `${statusUrl}&tab=buildLog`);
  return `${sentence}\n\nSee the ${link('build', statusUrl)}, its ${link('changes', `${statusUrl}&tab=buildChangesDiv`)} and the ${log}.`;
}

function resultOf({ result, resultDelta, status, notifyType }: Build): string {
  const text = status ? ` with the status ${bold(status)}` : '';
  if (result === 'success') return `${resultDelta === 'fixed' ? 'has been fixed' : 'was successful'}${text} ${SUCCESS}`;
  if (result === 'failure') return `is ${resultDelta === 'broken' ? '' : 'still '}broken${text} ${FAILURE}`;
  if (result === 'running') return `has started${text} ${WAITING}`;
  return `sent ${bold(inWords(notifyType ?? result ?? 'a notification'))}${text}`;
}

/** The person's full name in TeamCity comes first in `triggeredBy`; the name of the account may be the start of an address. */
function namesOf({ triggeredBy }: Build, properties: ReadonlyMap<string, string>): string[] {
  const account = properties.get('teamcity.build.triggeredBy.username');
  return present([triggeredBy?.split(';')[0]?.trim(), account]).filter((name) => name !== '');
}

function propertiesOf({ properties }: Build): ReadonlyMap<string, string> {
  const { list, map } = readPayload(Properties, { list: properties, map: properties });
  const pairs = list?.map(({ name = '', value = '' }) => [name, value] as const);
  return pairs ? new Map(pairs) : (map ?? new Map());
}
