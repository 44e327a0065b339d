import { MAX_IMAGE_LIMIT_MIB } from '../images/images.requests.js';
import { endpoint, RawResponse, type StreamedFile } from '../kit/endpoint.js';
import { Bool, Id, OneOf, Text } from '../kit/fields.js';
import { Role } from '../roles.js';
import { REALM_IMAGE_KINDS, type RealmImageKind } from './realm-images.schema.js';

/** Response to a change of the icon: its new address. */
export class RealmIcon {
  @Text() iconUrl!: string;
}

/** Selects one of the two logos. */
export class LogoSelection {
  @Bool({ description: 'The logo for dark backgrounds.' }) night!: boolean;
}

const exactlyOne = (kind: string): StreamedFile => {
  const text = `You must upload exactly one ${kind}.`;
  const limitField = `max_${kind}_file_size_mib`;
  return { maxMib: MAX_IMAGE_LIMIT_MIB, limitField, missing: text, several: text };
};

/**
 * Cut square and scaled to 100 pixels. Errors: BAD_IMAGE for a file that is no image or has too many pixels; BAD_REQUEST "You must
 * upload exactly one icon.", "Uploaded file is larger than the allowed limit of … MiB".
 */
export const uploadRealmIcon = endpoint('POST /realm/icon', {
  pattern: 'gateway.realm_images.upload_icon',
  minimumRole: Role.Administrator,
  summary: 'Upload an icon of the organization',
  streamsFile: exactlyOne('icon'),
  timeoutMs: 15_000,
  response: RealmIcon,
});

export const getRealmIcon = endpoint('GET /realm/icon', {
  pattern: 'gateway.realm_images.get_icon',
  summary: 'Go to the icon of the organization',
  description: 'Redirects (302) to the address of the icon, with the query of the request appended.',
  leadsToPicture: true,
  response: RawResponse,
});

export const deleteRealmIcon = endpoint('DELETE /realm/icon', {
  pattern: 'realm-settings.realm_images.delete_icon',
  minimumRole: Role.Administrator,
  summary: 'Return to the generated icon',
  response: RealmIcon,
});

/** Scaled to fit in 800 × 100 pixels, never enlarged. Errors: as those of `uploadRealmIcon`. */
export const uploadRealmLogo = endpoint('POST /realm/logo', {
  pattern: 'gateway.realm_images.upload_logo',
  minimumRole: Role.Administrator,
  summary: 'Upload a logo of the organization',
  streamsFile: exactlyOne('logo'),
  timeoutMs: 15_000,
  parameters: LogoSelection,
});

export const getRealmLogo = endpoint('GET /realm/logo', {
  pattern: 'gateway.realm_images.get_logo',
  summary: 'Go to a logo of the organization',
  description: 'Redirects (302) to the address of the logo.',
  leadsToPicture: true,
  parameters: LogoSelection,
  response: RawResponse,
});

export const deleteRealmLogo = endpoint('DELETE /realm/logo', {
  pattern: 'realm-settings.realm_images.delete_logo',
  minimumRole: Role.Administrator,
  summary: 'Return to the logo of the server',
  parameters: LogoSelection,
});

/** Path parameters of the pictures, open to anyone. `version` has no effect; it makes addresses unique. */
export class RealmImageFile {
  @Id() realmId!: number;
  @OneOf(REALM_IMAGE_KINDS) kind!: RealmImageKind;
  @Text({ max: 100 }) fileName!: string;
  @Text({ optional: true }) version?: string;
}

export const getRealmImage = endpoint('GET /user_avatars/{realm_id}/realm/{kind}/{file_name}', {
  pattern: 'gateway.realm_images.get_image',
  atRoot: true,
  isPicture: true,
  access: 'anyone',
  tag: 'realm',
  summary: 'The picture of an uploaded icon or logo',
  parameters: RealmImageFile,
  response: RawResponse,
});
