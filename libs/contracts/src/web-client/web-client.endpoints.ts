import { endpoint, RawResponse } from '../kit/endpoint.js';
import { Text } from '../kit/fields.js';

/* The web client, which the gateway serves next to the API. */

const ofClient = { atRoot: true, tag: 'web_client', response: RawResponse } as const;

/** Path parameter of the files of the client. */
export class WebAsset {
  @Text({ max: 200, controlCharacters: 'refused', description: 'Name with a digest of the content.' })
  fileName!: string;
}

export const getWebClient = endpoint({
  ...ofClient,
  pattern: 'gateway.web_client.get_page',
  route: 'GET /',
  isPage: true,
  access: 'user-or-spectator',
  summary: 'The page of the web client; without a session, 302 to the sign-in',
});

export const getWebAsset = endpoint({
  ...ofClient,
  pattern: 'gateway.web_client.get_asset',
  route: 'GET /assets/{file_name}',
  isPicture: true,
  access: 'anyone',
  summary: 'A script, style sheet or font of the web client',
  parameters: WebAsset,
  example: { fileName: 'index-0123abcd.js' },
});

export const getWebManifest = endpoint({
  ...ofClient,
  pattern: 'gateway.web_client.get_manifest',
  route: 'GET /manifest.webmanifest',
  isPicture: true,
  access: 'anyone',
  summary: 'Name and icons of the web client as an installed program',
});

export const getServiceWorker = endpoint({
  ...ofClient,
  pattern: 'gateway.web_client.get_service_worker',
  route: 'GET /service-worker.js',
  isPicture: true,
  access: 'anyone',
  summary: 'The script that keeps the web client for times without the server',
});
