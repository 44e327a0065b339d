import { randomBytes } from 'node:crypto';
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
import type { AvatarPictures } from './avatar-pictures.js';
import { AvatarEntity } from './avatars.entity.js';

const BYTES_PER_MIB = 1024 * 1024;

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
    return this.change(actor, realm, { token });
  }

  async store(actor: Principal, file: Buffer): Promise<AvatarAddress> {
    const realm = await this.realms.get(actor.realmId);
    requireAvatarChanges(realm, actor);
    const { maxAvatarFileSizeMib } = realm.server;
    if (file.length > maxAvatarFileSizeMib * BYTES_PER_MIB) {
      throw badRequest(`Uploaded file is larger than the allowed limit of ${maxAvatarFileSizeMib} MiB`);
    }
    // Imported here, since few replicas ever decode a picture, and each start would load the decoder.
    const { avatarPictures } = await import('./avatar-pictures.js');
    const pictures = await avatarPictures(file);
    return this.change(actor, realm, { token: randomBytes(16).toString('hex'), pictures });
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

  private change(actor: Principal, realm: RealmRecord, upload: UploadedAvatar | null): Promise<AvatarAddress> {
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, actor.realmId, actor.userId);
      const avatars = tx.getRepository(AvatarEntity);
      await avatars.delete({ userId: actor.userId });
      if (upload?.pictures !== undefined) {
        const row = { token: upload.token, userId: actor.userId };
        const { small, medium } = upload.pictures;
        await avatars.insert([
          { ...row, size: 'small', png: small },
          { ...row, size: 'medium', png: medium },
        ]);
      }
      const isChanged = upload !== null || account.avatarSource === 'U';
      const change = {
        avatarSource: upload === null ? ('G' as const) : ('U' as const),
        avatarVersion: account.avatarVersion + (isChanged ? 1 : 0),
        avatarToken: upload?.token ?? null,
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

/** The pictures are in the storage of the files service, or belong into the table. */
interface UploadedAvatar {
  readonly token: string;
  readonly pictures?: AvatarPictures;
}
