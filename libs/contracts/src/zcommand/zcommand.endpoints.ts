import { endpoint } from '../kit/endpoint.js';
import { Text } from '../kit/fields.js';

export const MAX_COMMAND_LENGTH = 100;

/** Parameters of POST /zcommand. */
export class Command {
  @Text({ max: MAX_COMMAND_LENGTH, description: '`/ping`, `/night`, `/day`, `/fluid-width` or `/fixed-width`.' })
  command!: string;
}

/** Takes the place of the empty `msg` of other endpoints. */
export class CommandOutcome {
  @Text({ description: 'The change, or that nothing changed; empty for `/ping`.' }) msg!: string;
}

/** Errors (BAD_REQUEST): `There should be a leading slash in the zcommand.`; `No such command: …` */
export const runCommand = endpoint('POST /zcommand', {
  pattern: 'users.zcommand.run',
  summary: 'Run a command that was typed into the compose box',
  description: 'Changes the caller’s settings as PATCH /settings does, with the same events.',
  parameters: Command,
  example: { command: '/night' },
  response: CommandOutcome,
  isRepeatable: () => true,
});
