import { readFileSync } from 'node:fs';
import type { IntegrationDescription } from '@chat/contracts';
import type { Integration } from '../incoming-webhooks/integration.js';
import { describeIntegration } from '../incoming-webhooks/integration-description.js';

const FOLDER = 'docs/integrations';
const PARAMETERS_OF_ALL = [
  ['stream', 'Name or id of a stream. Without it the owner of the bot gets direct messages.'],
  ['topic', 'Replaces the topic of the messages.'],
  ['only_events', 'JSON list of shell patterns. Other events are ignored.'],
  ['exclude_events', 'JSON list of shell patterns. These events are ignored.'],
] as const;

/** The pages of docs/integrations by path from the root. `npm run docs:reference` writes them. */
export function integrationPages(root: string, integrations: readonly Integration[]): Record<string, string> {
  const described = integrations.map(describeIntegration);
  const pages = described.map((one) => [`${FOLDER}/${one.name}.md`, page(root, one)] as const);
  return { [`${FOLDER}/README.md`]: index(described), ...Object.fromEntries(pages) };
}

function index(integrations: readonly IntegrationDescription[]): string {
  return `# Integrations

For members. A service posts its events to the address of a bot, and the bot sends them as messages. Make an incoming webhook bot in the
settings, and give the service this address with the key of the bot:

\`\`\`text
https://chat.example.com/api/v1/external/<integration>?api_key=<key>&stream=<stream>
\`\`\`

| Integration | Name in the address |
|---|---|
${integrations.map(({ name, aliases, displayName }) => `| [${displayName}](${name}.md) | ${[name, ...aliases].map(code).join(', ')} |`).join('\n')}

## Parameters of all integrations

${table('Parameter', PARAMETERS_OF_ALL)}

## Verified senders

With \`webhook_secret\` in the \`config_data\` of the bot, each request needs a proof of its service. The page of the integration describes it.
A request without it gets \`INVALID_SIGNATURE\` (401) and sends nothing.

## Repeated deliveries

Services repeat a request without a response. An id that a bot has received within 24 hours makes no second message: the response is 200 with
\`duplicate: true\`. The id stands in a header, for example \`X-GitHub-Delivery\`, or in the body at \`delivery_id_path\` of the \`config_data\`.
It decides alone, so give each of two webhooks of GitHub that report the same event a bot of its own. Stripe, Trello, PagerDuty and others write
an id of the event into the body. It makes a delivery known if the messages and the address are the same, too.
`;
}

function page(root: string, { name, aliases, eventTypes, parameters, verification }: IntegrationDescription): string {
  const text = readFileSync(`${root}/apps/integrations/src/integrations/${name}/page.md`, 'utf8').trim();
  const addresses = [name, ...aliases].map((one) => `/api/v1/external/${one}`);
  const parts = [
    text,
    `## Address\n\n${addresses.map(code).join(' or ')}, with the [parameters of all integrations](README.md#parameters-of-all-integrations).`,
    parameters.length === 0
      ? ''
      : `${table(
          'Parameter',
          parameters.map((parameter) => [parameter.name, parameter.description] as const),
        )}`,
    eventTypes.length === 0
      ? ''
      : `## Events\n\nFor \`only_events\` and \`exclude_events\`:\n\n${eventTypes.map((type) => `- ${code(type)}`).join('\n')}`,
    `## Verification\n\n${verificationText(verification)}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function verificationText({ headers, description }: IntegrationDescription['verification']): string {
  return headers.length === 0 ? description : `Headers: ${headers.map(code).join(', ')}.\n\n${description}`;
}

const code = (text: string): string => `\`${text}\``;

const table = (title: string, rows: readonly (readonly [name: string, description: string])[]): string =>
  [`| ${title} | |`, '|---|---|', ...rows.map(([name, description]) => `| ${code(name)} | ${description} |`)].join(
    '\n',
  );
