import type { Variable } from './kinds.js';
import { GROUPS, TRACING_VARIABLES, VARIABLES } from './variables.js';

/** The page docs/reference/configuration.md. */
export function configurationPage(): string {
  const secrets = Object.entries(VARIABLES).filter(([, { isSecret }]) => isSecret);
  return `# Configuration

Every setting of a service is an environment variable. This page is for operators; it is generated from
\`libs/configuration/src/variables.ts\`, and the services read and check the variables with the same list.

\`npm start\` passes its own environment to the services, and each secret only to the services that read it. \`docker compose\`
passes the variables of \`.env\` and of the shell. An empty variable counts as unset. A value that does not fit stops the start with a
message that names the variable. A realm (organization) has settings of its own, which \`PATCH /realm\` changes.

A secret can stand in a file, for example \`DATABASE_URL_FILE=/run/secrets/database-url\`. This holds for
${secrets.map(([name]) => `\`${name}\``).join(', ')}.

${GROUPS.map(groupSection).join('\n')}
## Traces

OpenTelemetry's standard defines these variables. Without an endpoint a service sends no traces.

${TRACING_VARIABLES.map((name) => `- \`${name}\``).join('\n')}

## Launcher

| variable | meaning | default |
|---|---|---|
| \`MAIL_SINK_PORT\` | Port of the page on which \`npm start\` shows mail; a free port if it is taken | \`9992\` |
`;
}

function groupSection({ title, services, variables }: (typeof GROUPS)[number]): string {
  const readers = services === 'all' ? 'Every service reads' : `The service ${services.join(', ')} reads`;
  const rows = Object.entries<Variable<unknown>>(variables).map(
    ([name, { meaning, shownDefault }]) => `| \`${name}\` | ${meaning.replaceAll('|', '\\|')} | ${shownDefault} |\n`,
  );
  return `## ${title}\n\n${readers} these variables.\n\n| variable | meaning | default |\n|---|---|---|\n${rows.join('')}`;
}
