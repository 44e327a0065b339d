import { OneOf, Text } from '../kit/fields.js';
import { ActorRequest, RealmRequest, repeatable, request } from '../service-request.js';
import { REALM_IMAGE_KINDS, type RealmImageKind, type RealmImageUrls } from './realm-images.schema.js';

/** Reads the addresses of icon and logos. */
export class GetRealmImageUrls extends repeatable(
  RealmRequest<RealmImageUrls>,
  'realm-settings.realm_images.get_urls',
) {}

/**
 * Makes an image of the files service the icon or a logo of the realm. Error: UNAUTHORIZED_PRINCIPAL "Must be an organization
 * administrator". Effect: one RealmUpdated.
 */
export class SetRealmImage extends request(ActorRequest<RealmImageUrls>, 'realm-settings.realm_images.set') {
  @OneOf(REALM_IMAGE_KINDS) kind!: RealmImageKind;
  @Text({ max: 64 }) token!: string;
}
