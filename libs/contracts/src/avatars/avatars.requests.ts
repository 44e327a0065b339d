import { OneOf, Text } from '../kit/fields.js';
import { ActorRequest, repeatable, request, ServiceRequest } from '../service-request.js';
import type { AvatarAddress } from './avatars.endpoints.js';

/** Reads an uploaded avatar as a PNG in base64. Replies null if there is none of this name. Sent for avatars that release 0.1.0 stored. */
export class ReadAvatar extends repeatable(
  ServiceRequest<{ readonly image: string } | null>,
  'users.avatars.get_image',
) {
  @Text({ max: 64, controlCharacters: 'allowed' }) token!: string;
  @OneOf(['small', 'medium']) size!: 'small' | 'medium';
}

/**
 * Makes an uploaded image the actor's avatar. The files service makes its pictures. Errors: those of `uploadAvatar`. Effect:
 * UserUpdated. Only gateways of release 0.1.0 send it.
 */
export class StoreAvatar extends request(ActorRequest<AvatarAddress>, 'users.avatars.set_own') {
  static readonly timeoutMs = 15_000;

  /** Base64. */
  @Text({ controlCharacters: 'allowed' }) image!: string;
}

/** Throws if the actor may not change the own avatar: before an upload. Error: that of `removeAvatar`. */
export class RequireAvatarChanges extends repeatable(ActorRequest<void>, 'users.avatars.require_changes') {}

/** Makes an image of the files service the actor's avatar. Error: that of `removeAvatar`. Effect: UserUpdated. */
export class SetAvatar extends request(ActorRequest<AvatarAddress>, 'users.avatars.set_uploaded') {
  @Text({ max: 64 }) token!: string;
}
