import { MAX_IMAGE_LIMIT_MIB } from '../images/images.requests.js';
import { endpoint, RawResponse } from '../kit/endpoint.js';
import { Id, Text } from '../kit/fields.js';

const EXACTLY_ONE = 'You must upload exactly one avatar.';

/** Response to an upload or removal of an avatar: the new URL of the picture. */
export class AvatarAddress {
  @Text() avatarUrl!: string;
}

/**
 * Errors: BAD_IMAGE for a file that is no image or has too many pixels; BAD_REQUEST "You must upload exactly one avatar.",
 * "Avatar changes are disabled in this organization."
 */
export const uploadAvatar = endpoint('POST /users/me/avatar', {
  pattern: 'gateway.avatars.upload',
  summary: 'Upload your own avatar',
  streamsFile: {
    ...{ maxMib: MAX_IMAGE_LIMIT_MIB, limitField: 'max_avatar_file_size_mib' },
    ...{ missing: EXACTLY_ONE, several: EXACTLY_ONE },
  },
  timeoutMs: 15_000,
  response: AvatarAddress,
});

/** Error (BAD_REQUEST): "Avatar changes are disabled in this organization." */
export const removeAvatar = endpoint('DELETE /users/me/avatar', {
  pattern: 'users.avatars.remove_own',
  summary: 'Remove your own uploaded avatar',
  response: AvatarAddress,
});

/** Parameters of GET /user_avatars/{user_id}/{file_name}. `version` has no effect; it makes URLs unique. */
export class AvatarFile {
  @Id() userId!: number;
  /** `<token>.png`, `<token>-medium.png` */
  @Text({ max: 100 }) fileName!: string;
  @Text({ optional: true }) version?: string;
}

export const getAvatarImage = endpoint('GET /user_avatars/{user_id}/{file_name}', {
  pattern: 'gateway.avatars.get_image',
  atRoot: true,
  isPicture: true,
  access: 'anyone',
  tag: 'users',
  summary: 'The picture of an uploaded avatar',
  parameters: AvatarFile,
  response: RawResponse,
});
