/**
 * What the operator decides for every realm of an installation, by environment variables of the realm-settings service; other
 * services read it from the realm's record. Variables: docs/configuration.md.
 */
export interface ServerSettings {
  /** WEB_PUBLIC_STREAMS_ENABLED */
  readonly webPublicStreamsEnabled: boolean;
  /** INLINE_IMAGE_PREVIEW */
  readonly inlineImagePreview: boolean;
  /** INLINE_URL_EMBED_PREVIEW: fetching what links point to; not offered, so always false. */
  readonly inlineUrlEmbedPreview: boolean;
  /** NAME_CHANGES_DISABLED */
  readonly nameChangesDisabled: boolean;
  /** AVATAR_CHANGES_DISABLED */
  readonly avatarChangesDisabled: boolean;
  /** PASSWORD_MIN_LENGTH */
  readonly passwordMinLength: number;
  /** PASSWORD_MIN_GUESSES */
  readonly passwordMinGuesses: number;
  /** MAX_AVATAR_FILE_SIZE_MIB, MAX_ICON_FILE_SIZE_MIB, MAX_LOGO_FILE_SIZE_MIB, MAX_FILE_UPLOAD_SIZE_MIB */
  readonly maxAvatarFileSizeMib: number;
  readonly maxIconFileSizeMib: number;
  readonly maxLogoFileSizeMib: number;
  readonly maxFileUploadSizeMib: number;
  /** LDAP_URL is set: signing in by directory is possible. */
  readonly directoryEnabled: boolean;
}
