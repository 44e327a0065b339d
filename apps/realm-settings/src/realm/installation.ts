import { type ProviderSettings, setting } from '@chat/configuration';
import {
  type IdentityProvider,
  type ProviderProtocol,
  SERVICE_FEATURE_LEVEL,
  type ServerSettings,
} from '@chat/contracts';
import { Injectable } from '@nestjs/common';

/** Settings of the operator for every realm, from the environment (docs/reference/configuration.md). */
@Injectable()
export class Installation {
  readonly server: ServerSettings = {
    webPublicStreamsEnabled: setting('WEB_PUBLIC_STREAMS_ENABLED'),
    inlineImagePreview: setting('INLINE_IMAGE_PREVIEW'),
    inlineUrlEmbedPreview: false,
    nameChangesDisabled: setting('NAME_CHANGES_DISABLED'),
    avatarChangesDisabled: setting('AVATAR_CHANGES_DISABLED'),
    passwordMinLength: setting('PASSWORD_MIN_LENGTH'),
    passwordMinGuesses: setting('PASSWORD_MIN_GUESSES'),
    maxAvatarFileSizeMib: setting('MAX_AVATAR_FILE_SIZE_MIB'),
    maxIconFileSizeMib: setting('MAX_ICON_FILE_SIZE_MIB'),
    maxLogoFileSizeMib: setting('MAX_LOGO_FILE_SIZE_MIB'),
    maxFileUploadSizeMib: setting('MAX_FILE_UPLOAD_SIZE_MIB'),
    directoryEnabled: setting('LDAP_URL') !== '',
    identityProviders: [
      ...setting('SAML_PROVIDERS').map(shown('saml')),
      ...setting('OIDC_PROVIDERS').map(shown('oidc')),
    ],
    termsOfServiceUrl: setting('TERMS_OF_SERVICE_URL'),
  };
  /** Scheme, host and port of the default realm; other realms are subdomains of it. */
  readonly externalUrl = setting('EXTERNAL_URL');
  /** Domain of the addresses of bots and of hidden addresses of a realm without a domain name as its host. */
  readonly fakeEmailDomain = setting('FAKE_EMAIL_DOMAIN');
  /** For realms without a quota of their own; null: none. */
  readonly uploadQuotaMib = setting('UPLOAD_QUOTA_MIB');
  /** Null: no video calls. */
  readonly videocallServerUrl = setting('VIDEOCALL_SERVER_URL');
  readonly isDevelopment = setting('DEVELOPMENT');
  readonly serverGeneration = setting('SERVER_GENERATION');
}

/** A provider without its secrets. */
const shown =
  (protocol: ProviderProtocol) =>
  ({ id, displayName, displayIcon, limitToSubdomains }: ProviderSettings): IdentityProvider => ({
    protocol,
    id,
    displayName,
    displayIcon,
    limitToSubdomains,
  });

/** Part of the register response and of the server settings. */
export const SERVER_VERSION = {
  // Clients choose their features by this release, and refuse an older server.
  serviceVersion: '7.0',
  // A release has no merge base.
  serviceMergeBase: '',
  serviceFeatureLevel: SERVICE_FEATURE_LEVEL,
} as const;
