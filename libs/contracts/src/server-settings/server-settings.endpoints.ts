import { endpoint } from '../kit/endpoint.js';
import { PublicServerSettings } from './server-settings.schema.js';

export const getServerSettings = endpoint('GET /server_settings', {
  pattern: 'realm-settings.server_settings.get',
  access: 'anyone',
  summary: 'Get the data that clients need before they sign in',
  response: PublicServerSettings,
});
