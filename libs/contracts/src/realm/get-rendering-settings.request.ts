import type { Stamped } from '../domain-event.js';
import { Id } from '../kit/fields.js';
import type { Linkifier } from '../linkifiers/linkifiers.schema.js';
import type { Playground } from '../playgrounds/playgrounds.schema.js';
import type { RealmEmoji } from '../realm-emoji/realm-emoji.schema.js';
import { ServiceRequest } from '../service-request.js';

/** What of a realm makes messages look as they do, beside its record. */
export interface RenderingSettings {
  /** In the order in which they apply. */
  readonly linkifiers: readonly Linkifier[];
  /** Deactivated ones too. Names are unique among the active. */
  readonly emoji: readonly RealmEmoji[];
  readonly playgrounds: readonly Playground[];
}

/**
 * Request: the realm's linkifiers, emoji and playgrounds, for a projection. Kept up by `LinkifiersChanged`,
 * `RealmEmojiChanged` and `PlaygroundsChanged`, which hold all of them as they are then.
 * Errors: none. Effect: none.
 */
export class GetRenderingSettings extends ServiceRequest<Stamped<RenderingSettings>> {
  static readonly pattern = 'realm-settings.rendering.get_facts';
  static readonly isRepeatable = true;

  @Id() realmId!: number;
}
