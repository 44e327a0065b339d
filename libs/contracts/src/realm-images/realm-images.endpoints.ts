import { endpoint, RawResponse } from '../kit/endpoint.js';
import { Bool, Text } from '../kit/fields.js';
import { Role } from '../roles.js';

/** Response to a change of the icon: its new address. */
export class RealmIcon {
  @Text() iconUrl!: string;
}

/** Selects one of the two logos. */
export class LogoSelection {
  @Bool({ description: 'The logo for dark backgrounds.' }) night!: boolean;
}

export const getRealmIcon = endpoint({
  pattern: 'gateway.realm_images.get_icon',
  route: 'GET /realm/icon',
  summary: 'Go to the icon of the organization',
  description: 'Redirects (302) to the address of the icon, with the query of the request appended.',
  response: RawResponse,
});

export const deleteRealmIcon = endpoint({
  pattern: 'realm-settings.realm_images.delete_icon',
  route: 'DELETE /realm/icon',
  minimumRole: Role.Administrator,
  summary: 'Return to the generated icon',
  response: RealmIcon,
});

export const getRealmLogo = endpoint({
  pattern: 'gateway.realm_images.get_logo',
  route: 'GET /realm/logo',
  summary: 'Go to a logo of the organization',
  description: 'Redirects (302) to the address of the logo.',
  parameters: LogoSelection,
  response: RawResponse,
});

export const deleteRealmLogo = endpoint({
  pattern: 'realm-settings.realm_images.delete_logo',
  route: 'DELETE /realm/logo',
  minimumRole: Role.Administrator,
  summary: 'Return to the logo of the server',
  parameters: LogoSelection,
});
