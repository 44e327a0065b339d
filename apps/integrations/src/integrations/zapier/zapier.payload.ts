import { Text } from '../../incoming-webhooks/payload/fields.js';

/** The fields that a user fills in for the action of a Zap. */
export class Action {
  /** `auth` when Zapier tries the credentials. */
  @Text() type?: string;
  @Text() topic?: string;
  /** Older than `topic`. */
  @Text() subject?: string;
  @Text() content?: string;
}
