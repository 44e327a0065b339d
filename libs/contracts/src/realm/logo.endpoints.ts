import { endpoint, RawResponse } from '../kit/endpoint.js';
import { Text } from '../kit/fields.js';

/** The version makes a new logo a new address for browsers. */
export class LogoVersion {
  @Text({ optional: true }) version?: string;
}

const logo = {
  atRoot: true,
  isPicture: true,
  access: 'anyone',
  tag: 'realm',
  parameters: LogoVersion,
  response: RawResponse,
} as const;

export const getLogo = endpoint('GET /static/images/logo.svg', {
  ...logo,
  pattern: 'gateway.realm.get_logo',
  summary: 'Logo of organizations without one of their own',
});

export const getNightLogo = endpoint('GET /static/images/logo-night.svg', {
  ...logo,
  pattern: 'gateway.realm.get_night_logo',
  summary: 'Logo for dark backgrounds, of organizations without one of their own',
});
