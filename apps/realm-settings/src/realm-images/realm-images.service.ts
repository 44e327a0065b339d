import { requireAdministrator } from '@chat/auth';
import type { Principal, RealmImageKind, RealmImageUrls } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { RealmRepository, type RealmRow } from '../realm/realm.repository.js';
import { realmImageUrls } from '../realm/realm-image-urls.js';

const COLUMNS = {
  icon: { token: 'iconToken', version: 'iconVersion' },
  logo: { token: 'logoToken', version: 'logoVersion' },
  night_logo: { token: 'nightLogoToken', version: 'nightLogoVersion' },
} as const satisfies Record<RealmImageKind, { token: keyof RealmRow; version: keyof RealmRow }>;

@Injectable()
export class RealmImagesService {
  constructor(
    private readonly database: Database,
    private readonly realms: RealmRepository,
  ) {}

  async urls(realmId: number): Promise<RealmImageUrls> {
    return realmImageUrls(await this.realms.get(this.database, realmId));
  }

  async findUsed(realmId: number, tokens: readonly string[]): Promise<{ used: readonly string[] }> {
    const { iconToken, logoToken, nightLogoToken } = await this.realms.get(this.database, realmId);
    return { used: tokens.filter((token) => [iconToken, logoToken, nightLogoToken].includes(token)) };
  }

  /** Null: the picture that realms without one of their own have. */
  change(actor: Principal, kind: RealmImageKind, changed: string | null): Promise<RealmImageUrls> {
    requireAdministrator(actor);
    const { token, version } = COLUMNS[kind];
    return this.database.transaction(async (tx) => {
      await this.realms.update(tx, actor.realmId, actor.userId, (row) =>
        row[token] === changed ? row : { ...row, [token]: changed, [version]: row[version] + 1 },
      );
      return realmImageUrls(await this.realms.get(tx, actor.realmId));
    });
  }
}
