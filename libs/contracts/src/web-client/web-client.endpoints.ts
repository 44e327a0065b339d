import { endpoint, page, RawResponse } from '../kit/endpoint.js';
import { Text } from '../kit/fields.js';

/* The web client, which the gateway serves next to the API. */

const ofClient = { atRoot: true, tag: 'web_client', response: RawResponse } as const;

/** Path parameter of the files of the client. */
export class WebAsset {
  @Text({ max: 200, controlCharacters: 'refused', description: 'Name with a digest of the content.' })
  fileName!: string;
}

export const getWebClient = page('GET /', {
  pattern: 'gateway.web_client.get_page',
  tag: 'web_client',
  summary: 'The page of the web client; without a session, 302 to the sign-in',
});

export const getWebAsset = endpoint('GET /assets/{file_name}', {
  ...ofClient,
  pattern: 'gateway.web_client.get_asset',
  isPicture: true,
  access: 'anyone',
  summary: 'A script, style sheet or font of the web client',
  parameters: WebAsset,
  example: { fileName: 'index-0123abcd.js' },
});

export const getWebManifest = endpoint('GET /manifest.webmanifest', {
  ...ofClient,
  pattern: 'gateway.web_client.get_manifest',
  isPicture: true,
  access: 'anyone',
  summary: 'Name and icons of the web client as an installed program',
});

export const getServiceWorker = endpoint('GET /service-worker.js', {
  ...ofClient,
  pattern: 'gateway.web_client.get_service_worker',
  isPicture: true,
  access: 'anyone',
  summary: 'The script that keeps the web client for times without the server',
});
