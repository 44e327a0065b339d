import { endpoint, NoFields } from '../kit/endpoint.js';
import { PublicServerSettings } from './server-settings.schema.js';

export const getServerSettings = endpoint({
  pattern: 'realm-settings.server_settings.get',
  method: 'GET',
  path: '/server_settings',
  access: 'anyone',
  summary: 'What must be known before signing in',
  parameters: NoFields,
  response: PublicServerSettings,
});
