import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import samlify from 'samlify';
import { makeCertificate } from './certificates.js';

const MINUTE_MS = 60_000;
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

export interface SamlKeys {
  readonly privateKey: string;
  /** PEM. */
  readonly certificate: string;
}

/** Contents of a response. The defaults are those of a proper response. */
export interface SamlResponseOptions {
  readonly nameId: string;
  readonly nameIdFormat?: string;
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
  /** Id of the request. Without it the sign-in begins at the provider. */
  readonly inResponseTo?: string | undefined;
  readonly signs?: 'assertion' | 'response' | 'both' | 'nothing';
  readonly keys?: SamlKeys;
  /** Replaced values of samlify's template, such as `Audience`; undefined leaves the attribute out. */
  readonly values?: Readonly<Record<string, string | undefined>>;
  readonly sessionNotOnOrAfter?: string;
  /** Changes the document before it is signed. */
  readonly edit?: (xml: string) => string;
}

/** A SAML provider of samlify, without a web server: a test carries its documents. */
export class SamlTestProvider {
  private constructor(
    readonly entityId: string,
    readonly url: string,
    readonly keys: SamlKeys,
  ) {
    samlify.setSchemaValidator({ validate: () => Promise.resolve('not checked') });
  }

  static async create(
    entityId = 'https://provider.example.com/saml',
    url = 'http://127.0.0.1:9/sso',
  ): Promise<SamlTestProvider> {
    return new SamlTestProvider(entityId, url, await newSamlKeys());
  }

  /** The entry of SAML_PROVIDERS. */
  settings(more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
    const names = { attr_email: 'email', attr_full_name: 'name' };
    return { entity_id: this.entityId, url: this.url, x509cert: this.keys.certificate, ...names, ...more };
  }

  /** Reads the redirect to the provider, and checks the signature of the request by the metadata if they want one. */
  async requestIn(location: string, metadata: string): Promise<SamlRequest> {
    const url = new URL(location);
    const query = Object.fromEntries(url.searchParams);
    const provider = this.provider(this.keys, serviceProvider(metadata).entityMeta.isAuthnRequestSigned());
    const octetString = signedPart(url);
    const { extract } = await provider.parseLoginRequest(serviceProvider(metadata), 'redirect', { query, octetString });
    const { id, assertionConsumerServiceUrl, destination } = extract.request as Record<string, string>;
    return {
      id: id as string,
      address: assertionConsumerServiceUrl as string,
      destination: destination as string,
      relayState: query.RelayState ?? '',
    };
  }

  /** The value of the form field `SAMLResponse`, for the server with these metadata. */
  async response(metadata: string, options: SamlResponseOptions): Promise<string> {
    const { signs = 'assertion', keys = this.keys, inResponseTo } = options;
    const server = serviceProvider(metadata, signs);
    const customTagReplacement = (template: string) => ({ id: '', context: filled(template, options, this, server) });
    if (signs === 'nothing') {
      const { context } = customTagReplacement(samlify.SamlLib.defaultLoginResponseTemplate.context);
      return Buffer.from(context).toString('base64');
    }
    const info = { extract: { request: { id: inResponseTo ?? '' } } };
    const response = await this.provider(keys).createLoginResponse(server, info, 'post', {}, { customTagReplacement });
    return response.context as string;
  }

  /** A signed request to end the sessions of a person: the field `SAMLRequest` of a form, or the query of an address. */
  async logoutRequest(metadata: string, options: SamlLogoutOptions): Promise<string> {
    const { nameId, binding = 'post', keys = this.keys, relayState = '' } = options;
    const names = { post: 'HTTP-POST', redirect: 'HTTP-Redirect' } as const;
    const offered = metadata.replace(/(<SingleLogoutService Binding="[^"]*:)[^":]*/, `$1${names[binding]}`);
    const server = samlify.ServiceProvider({ metadata: offered, wantLogoutRequestSigned: options.isSigned ?? true });
    const values = {
      ID: newId(),
      Destination: server.entityMeta.getSingleLogoutService(binding) as string,
      Issuer: this.entityId,
      IssueInstant: at(0),
      NameIDFormat: PERSISTENT,
      NameID: nameId,
      SessionIndex: undefined,
      ...options.values,
    };
    const customTagReplacement = (template: string) => ({
      id: values.ID,
      context: samlify.SamlLib.replaceTagsByValue(template, values),
    });
    const request = await this.provider(keys).createLogoutRequest(
      server,
      binding,
      { logoutNameID: nameId },
      {
        relayState,
        customTagReplacement,
      },
    );
    return binding === 'post' ? request.context : new URL(request.context).search.slice(1);
  }

  /** Reads the address with our response to a request for logout, and checks its signature by the metadata. */
  async logoutResponseIn(location: string, metadata: string): Promise<Record<string, string>> {
    const url = new URL(location);
    const query = Object.fromEntries(url.searchParams);
    const octetString = signedPart(url);
    const provider = this.provider(this.keys);
    const { extract } = await provider.parseLogoutResponse(serviceProvider(metadata), 'redirect', {
      query,
      octetString,
    });
    return { ...(extract.response as Record<string, string>), relayState: query.RelayState ?? '' };
  }

  private provider(keys: SamlKeys, wantAuthnRequestsSigned = false) {
    const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
    return samlify.IdentityProvider({
      entityID: this.entityId,
      signingCert: keys.certificate,
      privateKey: keys.privateKey,
      wantAuthnRequestsSigned,
      wantLogoutResponseSigned: true,
      singleSignOnService: [{ Binding: binding, Location: this.url }],
      singleLogoutService: [{ Binding: binding, Location: this.url }],
    });
  }
}

export interface SamlLogoutOptions {
  readonly nameId: string;
  readonly binding?: 'post' | 'redirect';
  readonly keys?: SamlKeys;
  readonly relayState?: string;
  readonly isSigned?: boolean;
  /** Replaced values of samlify's template, such as `Destination`. */
  readonly values?: Readonly<Record<string, string | undefined>>;
}

export interface SamlRequest {
  readonly id: string;
  /** AssertionConsumerServiceURL. */
  readonly address: string;
  readonly destination: string;
  readonly relayState: string;
}

/** An RSA key and its certificate. */
export async function newSamlKeys(): Promise<SamlKeys> {
  const folder = mkdtempSync(join(tmpdir(), 'saml-'));
  try {
    const certificate = await makeCertificate(folder, 'IP:127.0.0.1');
    return {
      privateKey: readFileSync(join(folder, 'key.pem'), 'utf8'),
      certificate: readFileSync(certificate, 'utf8'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The signed part of an address: these parameters as they were sent. */
const signedPart = ({ search }: URL): string =>
  search
    .slice(1)
    .split('&')
    .filter((pair) => /^(?:SAMLRe\w+|RelayState|SigAlg)=/.test(pair))
    .join('&');

function serviceProvider(metadata: string, signs: SamlResponseOptions['signs'] = 'assertion') {
  const wanted = `WantAssertionsSigned="${signs !== 'response'}"`;
  return samlify.ServiceProvider({
    metadata: metadata.replace(/WantAssertionsSigned="\w+"/, '').replace('<SPSSODescriptor', `$& ${wanted}`),
    wantMessageSigned: signs === 'response' || signs === 'both',
  });
}

function filled(
  template: string,
  options: SamlResponseOptions,
  { entityId }: SamlTestProvider,
  { entityMeta }: ReturnType<typeof serviceProvider>,
): string {
  const address = entityMeta.getAssertionConsumerService('post') as string;
  const values = {
    ID: newId(),
    AssertionID: newId(),
    Destination: address,
    SubjectRecipient: address,
    Audience: entityMeta.getEntityID() as string,
    Issuer: entityId,
    IssueInstant: at(0),
    StatusCode: samlify.Constants.StatusCode.Success,
    ConditionsNotBefore: at(-MINUTE_MS),
    ConditionsNotOnOrAfter: at(5 * MINUTE_MS),
    SubjectConfirmationDataNotOnOrAfter: at(5 * MINUTE_MS),
    Method: BEARER,
    NameIDFormat: options.nameIdFormat ?? PERSISTENT,
    NameID: options.nameId,
    InResponseTo: options.inResponseTo,
    ...options.values,
  };
  const end = options.sessionNotOnOrAfter;
  const statement = `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="${newId()}"${
    end === undefined ? '' : ` SessionNotOnOrAfter="${end}"`
  }><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
  const xml = samlify.SamlLib.replaceTagsByValue(template.replace(BEARER, '{Method}'), values)
    .replace('{AuthnStatement}', () => statement)
    .replace('{AttributeStatement}', () => attributeStatement(options.attributes ?? {}));
  return options.edit?.(xml) ?? xml;
}

function attributeStatement(attributes: NonNullable<SamlResponseOptions['attributes']>): string {
  const elements = Object.entries(attributes).map(([name, values]) => {
    const texts = [values].flat().map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${escaped(name)}">${texts.join('')}</saml:Attribute>`;
  });
  return elements.length === 0 ? '' : `<saml:AttributeStatement>${elements.join('')}</saml:AttributeStatement>`;
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const newId = (): string => `_${crypto.randomUUID()}`;

/** A time of SAML, from now. */
export const at = (ms: number): string => new Date(Date.now() + ms).toISOString();
