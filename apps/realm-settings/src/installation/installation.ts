import type { ServerSettings } from '@chat/contracts';
import { booleanSetting, integerSetting } from '@chat/service-kit';

/** Settings of the operator that hold for every realm. docs/configuration.md documents every variable. */
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

const MAX_FILE_MIB = 1_024;
const fileSize = (name: string, mib: number): number => integerSetting(name, mib, { min: 1, max: MAX_FILE_MIB });

/** Reads and checks the environment; throws a message that names the wrong variable. */
export function readInstallation(): Installation {
  return {
    server: {
      webPublicStreamsEnabled: booleanSetting('WEB_PUBLIC_STREAMS_ENABLED', false),
      inlineImagePreview: booleanSetting('INLINE_IMAGE_PREVIEW', true),
      inlineUrlEmbedPreview: false,
      nameChangesDisabled: booleanSetting('NAME_CHANGES_DISABLED', false),
      avatarChangesDisabled: booleanSetting('AVATAR_CHANGES_DISABLED', false),
      passwordMinLength: integerSetting('PASSWORD_MIN_LENGTH', 6, { min: 1, max: 100 }),
      passwordMinGuesses: integerSetting('PASSWORD_MIN_GUESSES', 10_000),
      maxAvatarFileSizeMib: fileSize('MAX_AVATAR_FILE_SIZE_MIB', 5),
      maxIconFileSizeMib: fileSize('MAX_ICON_FILE_SIZE_MIB', 5),
      maxLogoFileSizeMib: fileSize('MAX_LOGO_FILE_SIZE_MIB', 5),
      maxFileUploadSizeMib: fileSize('MAX_FILE_UPLOAD_SIZE_MIB', 25),
      directoryEnabled: (process.env['LDAP_URL'] ?? '') !== '',
    },
    externalUrl: url('EXTERNAL_URL', 'http://127.0.0.1:9991'),
    fakeEmailDomain: process.env['FAKE_EMAIL_DOMAIN'] || 'chat.example.com',
    videocallServerUrl: optionalUrl('VIDEOCALL_SERVER_URL'),
    isDevelopment: booleanSetting('DEVELOPMENT', false),
    sendDigestEmails: false,
    serverGeneration: integerSetting('SERVER_GENERATION', 1),
  };
}

function url(name: string, fallback: string): URL {
  const text = process.env[name] || fallback;
  if (!/^https?:\/\/[^/?#]/.test(text) || !URL.canParse(text)) {
    throw new Error(`The environment variable ${name} is "${text}"; set an address such as https://chat.example.com`);
  }
  return new URL(text);
}

const optionalUrl = (name: string): string | null => (process.env[name] ? url(name, '').href.replace(/\/$/, '') : null);
