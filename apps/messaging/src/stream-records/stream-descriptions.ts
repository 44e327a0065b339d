import { renderStreamDescription } from '@chat/markdown';
import { Injectable } from '@nestjs/common';
import { RealmProjections } from '../projections/realm-projections.js';

/** Renders descriptions of streams as HTML, with the linkifiers and emoji of the realm. */
@Injectable()
export class StreamDescriptions {
  constructor(private readonly projections: RealmProjections) {}

  async render(realmId: number, description: string): Promise<string> {
    const [realm, markup] = await Promise.all([this.projections.realm(realmId), this.projections.markup(realmId)]);
    return renderStreamDescription(description, {
      realmUrl: realm.url,
      linkifiers: markup.linkifiers,
      realmEmoji: markup.emoji,
    });
  }
}
