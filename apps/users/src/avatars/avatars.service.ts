import {
  type AvatarAddress,
  avatarUrl,
  badRequest,
  isAdministrator,
  type Principal,
  type ReadAvatar,
  type RealmRecord,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { PictureTransfers } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { changeAccount } from '../account-changes/change-account.js';
import { AccountEntity, toAccount } from '../accounts/account.entity.js';
import { lockAccount } from '../accounts/find-account.js';
import { Realms } from '../realm/realms.js';
import { AvatarEntity } from './avatars.entity.js';

@Injectable()
export class AvatarsService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly pictures: PictureTransfers,
  ) {}

  async requireChanges(actor: Principal): Promise<void> {
    requireAvatarChanges(await this.realms.get(actor.realmId), actor);
  }

  async set(actor: Principal, token: string): Promise<AvatarAddress> {
    const realm = await this.realms.get(actor.realmId);
    requireAvatarChanges(realm, actor);
    return this.change(actor, realm, token);
  }

  async upload(actor: Principal, file: Buffer): Promise<AvatarAddress> {
    await this.requireChanges(actor);
    const { token } = await this.pictures.upload({ realmId: actor.realmId, purpose: 'avatar' }, file);
    return this.set(actor, token);
  }

  async remove(actor: Principal): Promise<AvatarAddress> {
    const realm = await this.realms.get(actor.realmId);
    requireAvatarChanges(realm, actor);
    return this.change(actor, realm, null);
  }

  /** A gateway of release 0.1.0 finds newer avatars by this, too. */
  async read(realmId: number, { token, size }: ReadAvatar): Promise<{ image: string } | null> {
    const avatar = await this.database.getRepository(AvatarEntity).findOneBy({ token, size });
    const object = `${size}.png` as const;
    const png = avatar?.png ?? (await this.pictures.find({ realmId, purpose: 'avatar', token, object }));
    return png === undefined ? null : { image: png.toString('base64') };
  }

  async findUsed(realmId: number, tokens: readonly string[]): Promise<{ used: readonly string[] }> {
    const select = { avatarToken: true } as const;
    const accounts = await this.database
      .getRepository(AccountEntity)
      .find({ select, where: { realmId, avatarToken: In(tokens) } });
    return { used: accounts.flatMap(({ avatarToken }) => avatarToken ?? []) };
  }

  private change(actor: Principal, realm: RealmRecord, token: string | null): Promise<AvatarAddress> {
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, actor.realmId, actor.userId);
      await tx.getRepository(AvatarEntity).delete({ userId: actor.userId });
      const isChanged = token !== null || account.avatarSource === 'U';
      const change = {
        avatarSource: token === null ? ('G' as const) : ('U' as const),
        avatarVersion: account.avatarVersion + (isChanged ? 1 : 0),
        avatarToken: token,
      };
      const after = await changeAccount(tx, account, change, { actorId: actor.userId, botDomain: realm.botDomain });
      return { avatarUrl: avatarUrl(actor, toAccount(after)) };
    });
  }
}

function requireAvatarChanges(realm: RealmRecord, actor: Principal): void {
  const isFixed = realm.avatarChangesDisabled || realm.server.avatarChangesDisabled;
  if (isFixed && !isAdministrator(actor.role)) throw badRequest('Avatar changes are disabled in this organization.');
}
