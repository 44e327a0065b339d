import { setting } from '@chat/configuration';
import type { ServerSettings } from '@chat/contracts';

/** Settings of the operator that hold for every realm. docs/reference/configuration.md documents every variable. */
export abstract class Installation {
  readonly server!: ServerSettings;
  /** Scheme, host and port of the default realm; other realms are subdomains of it. */
  readonly externalUrl!: URL;
  /** Domain of bots' and hidden addresses where a realm's host is no domain name. */
  readonly fakeEmailDomain!: string;
  /** Null: no video calls. */
  readonly videocallServerUrl!: string | null;
  readonly isDevelopment!: boolean;
  readonly sendDigestEmails!: boolean;
  readonly serverGeneration!: number;
}

/** Reads and checks the environment; throws a message that names the wrong variable. */
export function readInstallation(): Installation {
  return {
    server: {
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
    },
    externalUrl: setting('EXTERNAL_URL'),
    fakeEmailDomain: setting('FAKE_EMAIL_DOMAIN'),
    videocallServerUrl: setting('VIDEOCALL_SERVER_URL'),
    isDevelopment: setting('DEVELOPMENT'),
    sendDigestEmails: false,
    serverGeneration: setting('SERVER_GENERATION'),
  };
}
