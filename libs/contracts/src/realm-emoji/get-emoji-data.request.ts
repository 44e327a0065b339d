import { ServiceRequest } from '../service-request.js';

/**
 * Reads the names of all built-in emoji, as `server_emoji_data_url` serves them: `code_to_names`, the first name of each
 * being the one that is shown. The same for every realm, until a release changes it.
 * Errors: none. Effect: none.
 */
export class GetEmojiData extends ServiceRequest<Readonly<Record<string, unknown>>> {
  static readonly pattern = 'realm-settings.emoji_data.get';
  static readonly isRepeatable = true;
}
