import { type OidcProviderSettings, type SamlProviderSettings, setting } from '@chat/configuration';
import { Injectable } from '@nestjs/common';

/** The providers of the operator, by id. A start with settings that do not fit ends with an error that names the field. */
@Injectable()
export class Providers {
  readonly oidc: ReadonlyMap<string, OidcProviderSettings> = byId(setting('OIDC_PROVIDERS'));
  readonly saml: ReadonlyMap<string, SamlProviderSettings> = byId(setting('SAML_PROVIDERS'));
  /** Address of the installation without a slash at the end. Providers return browsers to paths of it. */
  readonly baseUrl = setting('EXTERNAL_URL').href.replace(/\/$/, '');
  /** How this server names and signs itself for SAML providers. */
  readonly samlServiceProvider = {
    entityId: setting('SAML_SP_ENTITY_ID') || this.baseUrl,
    certificate: setting('SAML_SP_CERT'),
    privateKey: setting('SAML_SP_KEY'),
  };
}

const byId = <Provider extends { readonly id: string }>(providers: readonly Provider[]): Map<string, Provider> =>
  new Map(providers.map((provider) => [provider.id, provider]));
