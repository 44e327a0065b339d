/** Pictures of a realm: its icon, and its logos for light and for dark backgrounds. */
export const REALM_IMAGE_KINDS = ['icon', 'logo', 'night_logo'] as const;
export type RealmImageKind = (typeof REALM_IMAGE_KINDS)[number];

/** Addresses of the pictures, below the address of the realm or, for the generated icon, on another server. */
export interface RealmImageUrls {
  readonly iconUrl: string;
  readonly logoUrl: string;
  readonly nightLogoUrl: string;
}

/** The pictures in the record of a realm. */
export interface RealmImages extends Partial<RealmImageUrls> {
  readonly iconSource: 'G' | 'U';
  readonly iconVersion: number;
  readonly logoSource: 'D' | 'U';
  readonly logoVersion: number;
  readonly nightLogoSource: 'D' | 'U';
  readonly nightLogoVersion: number;
}
