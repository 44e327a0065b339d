import { OneOf, Text } from '../kit/fields.js';
import type { RealmImageKind, RealmImages } from './realm-images.schema.js';

/** Fields of `RealmDictionary` that an event for a changed picture carries. */
export class RealmImageFields {
  @Text({ optional: true }) iconUrl?: string;
  @OneOf(['G', 'U'], { optional: true }) iconSource?: 'G' | 'U';
  @Text({ optional: true }) logoUrl?: string;
  @OneOf(['D', 'U'], { optional: true }) logoSource?: 'D' | 'U';
  @Text({ optional: true }) nightLogoUrl?: string;
  @OneOf(['D', 'U'], { optional: true }) nightLogoSource?: 'D' | 'U';
}

/** For each picture, its version and the fields of its event. */
const IMAGES = {
  icon: { version: 'iconVersion', shown: ['iconUrl', 'iconSource'] },
  logo: { version: 'logoVersion', shown: ['logoUrl', 'logoSource'] },
  night_logo: { version: 'nightLogoVersion', shown: ['nightLogoUrl', 'nightLogoSource'] },
} as const satisfies Record<RealmImageKind, object>;

/** The fields of each picture that changed, by the name of the picture. */
export const changedRealmImages = (
  realm: RealmImages,
  previous: Partial<RealmImages>,
): readonly { readonly property: string; readonly data: RealmImageFields }[] =>
  Object.entries(IMAGES)
    .filter(([, { version }]) => previous[version] !== undefined)
    .map(([property, { shown }]) => ({
      property,
      data: Object.fromEntries(shown.map((name) => [name, realm[name]])) as RealmImageFields,
    }));
