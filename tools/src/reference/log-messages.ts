import { argumentsOf, nodesOf, propertiesOf, textOf } from './source-nodes.js';

const LEVELS = ['fatal', 'error', 'warn', 'info'];

interface LogMessage {
  readonly level: string;
  readonly message: string;
  readonly fields: readonly string[];
  readonly project: string;
}

function logMessages(root: string): LogMessage[] {
  const messages: LogMessage[] = [];
  for (const { node, project } of nodesOf(root, 'CallExpression', new RegExp(`\\.(${LEVELS.join('|')})\\b`))) {
    const level = String((node.callee?.base ?? node.callee)?.property?.value);
    const [fields, text] = argumentsOf(node);
    const message = textOf(text);
    if (!LEVELS.includes(level) || fields?.type !== 'ObjectExpression' || message === undefined) continue;
    messages.push({ level, message, fields: [...propertiesOf(fields).keys()], project });
  }
  const order = ({ level, message }: LogMessage) => `${LEVELS.indexOf(level)} ${message}`;
  return messages.sort((one, other) => (order(one) < order(other) ? -1 : 1));
}

/** The page docs/reference/log-messages.md. */
export function logMessagesPage(root: string): string {
  const rows = logMessages(root).map(
    ({ level, message, fields, project }) =>
      `| ${level} | ${message} | ${fields.map((field) => `\`${field}\``).join(', ')} | ${project} |\n`,
  );
  return `# Log messages

A service writes one JSON object per line to standard output. This page is for operators; it is generated from the sources. Every line
has \`level\`, \`time\`, \`service\`, \`instance\` and \`msg\`. Lines never contain message content, names, addresses of people or secrets.

\`\`\`json
{"level":"warn","time":"2026-01-05T09:30:00.000Z","service":"users","instance":0,"msg":"PostgreSQL cannot do its work; a request gets 503"}
\`\`\`

| level | message | further fields | logged by |
|---|---|---|---|
${rows.join('')}`;
}
