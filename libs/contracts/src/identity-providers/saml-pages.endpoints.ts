import { RenamedOnWire } from '../kit/described-class.js';
import { page } from '../kit/endpoint.js';
import { Text } from '../kit/fields.js';
import { PROVIDER_PAGE_TIMEOUT_MS } from './provider-pages.endpoints.js';

/* Pages of the gateway on the way to a SAML provider and back. */

const document = { optional: true, controlCharacters: 'allowed' } as const;

/** Parameters of `POST /complete/saml/`, by the names of the protocol. One of the two documents. */
export class SamlForm extends RenamedOnWire({
  samlResponse: 'SAMLResponse',
  samlRequest: 'SAMLRequest',
  relayState: 'RelayState',
}) {
  @Text({ ...document, description: 'The response to a sign-in, base64.' }) samlResponse?: string;
  @Text({ ...document, description: 'A request for logout, base64.' }) samlRequest?: string;
  @Text({ default: '', controlCharacters: 'allowed' }) relayState!: string;
}

/** Query of `GET /complete/saml/`. */
export class SamlReturn extends RenamedOnWire({ samlRequest: 'SAMLRequest', relayState: 'RelayState' }) {
  @Text({ default: '', controlCharacters: 'allowed', description: 'Of the redirect after the response.' })
  ticket!: string;
  @Text({ ...document, description: 'A request for logout, compressed, with a signature of the query.' })
  samlRequest?: string;
  @Text({ default: '', controlCharacters: 'allowed' }) relayState!: string;
}

/** A refused document gives a page with status 400 that names the fault. */
export const receiveSaml = page('POST /complete/saml', {
  pattern: 'gateway.saml_pages.receive',
  summary: 'Receive a document that the page of a SAML provider posts; 302',
  acceptsForeignPages: true,
  errorStatuses: [404],
  timeoutMs: PROVIDER_PAGE_TIMEOUT_MS,
  parameters: SamlForm,
});

/** A flow that is used, late, or of another browser gives a page with status 400. */
export const completeSaml = page('GET /complete/saml', {
  pattern: 'gateway.saml_pages.complete',
  summary: 'Sign in after the response of a SAML provider, or log out by its request; 302',
  errorStatuses: [404],
  timeoutMs: PROVIDER_PAGE_TIMEOUT_MS,
  parameters: SamlReturn,
});

export const getSamlMetadata = page('GET /saml/metadata.xml', {
  pattern: 'gateway.saml_pages.get_metadata',
  summary: 'The description of this server for SAML providers, XML',
  errorStatuses: [404],
});
