import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import type { SamlProviderSettings } from '@chat/configuration';
import { Injectable } from '@nestjs/common';
import { generateServiceProviderMetadata, type Profile, SAML } from '@node-saml/node-saml';
import { Providers } from '../providers/providers.js';

/** This server as SAML providers know it: the same for all realms. */
@Injectable()
export class ServiceProvider {
  readonly entityId: string;
  /** Receives the documents of the providers. */
  readonly address: string;
  /** Sign requests and responses, and decrypt assertions. Null: neither happens. */
  private readonly keys: { readonly privateKey: string; readonly publicCerts: string } | null;

  constructor({ baseUrl, samlServiceProvider }: Providers) {
    const { entityId, certificate, privateKey } = samlServiceProvider;
    this.address = `${baseUrl}/complete/saml/`;
    this.entityId = entityId;
    this.keys = certificate === null || privateKey === null ? null : { privateKey, publicCerts: certificate };
    if (!isPair(certificate, privateKey))
      throw new Error(
        'SAML_SP_CERT and SAML_SP_KEY do not belong together: set a certificate and its key, or neither.',
      );
  }

  /** PEM; null if there is none. */
  get privateKey(): string | null {
    return this.keys?.privateKey ?? null;
  }

  metadata(): string {
    return generateServiceProviderMetadata({
      issuer: this.entityId,
      callbackUrl: this.address,
      identifierFormat: null,
      logoutCallbackUrl: this.address,
      wantAssertionsSigned: true,
      ...this.keys,
      ...(this.keys !== null && { decryptionPvk: this.keys.privateKey, decryptionCert: this.keys.publicCerts }),
    });
  }

  /** The address of the provider with a request for sign-in that has this id. */
  async signInRequest(provider: SamlProviderSettings, requestId: string, relayState: string): Promise<string> {
    return withSpaces(await this.library(provider, requestId).getAuthorizeUrlAsync(relayState, undefined, {}));
  }

  /** The address of the provider with the response to its request for logout, or null if it has none or this server cannot sign. */
  async logoutResponse(provider: SamlProviderSettings, requestId: string, relayState: string): Promise<string | null> {
    if (provider.sloUrl === null || this.keys === null) return null;
    const request = { ID: requestId } as Profile;
    return withSpaces(await this.library(provider).getLogoutResponseUrlAsync(request, relayState, {}, true));
  }

  private library({ url, sloUrl, certificates }: SamlProviderSettings, id?: string): SAML {
    return new SAML({
      issuer: this.entityId,
      callbackUrl: this.address,
      entryPoint: url.href,
      logoutUrl: sloUrl?.href ?? '',
      idpCert: [...certificates],
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      signatureAlgorithm: 'sha256',
      ...(this.keys !== null && { privateKey: this.keys.privateKey }),
      ...(id !== undefined && { generateUniqueId: () => id }),
    });
  }
}

function isPair(certificate: string | null, privateKey: string | null): boolean {
  if (certificate === null || privateKey === null) return certificate === privateKey;
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey));
}

/** The id of a new request: an XML name. */
export const newRequestId = (): string => `_${randomBytes(20).toString('hex')}`;

/** The library signs `%20` but writes `+`, which is another signed text for some providers. */
const withSpaces = (address: string): string => address.replace(/\?.*/, (query) => query.replaceAll('+', '%20'));
