import { badRequest, type NamedId, type Principal, type StreamRecord } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { principalOf } from '../projections/principal-of.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { StreamsProjection } from '../stream-records/streams.projection.js';

/** Finds the default streams of bots, which users stores. */
@Injectable()
export class StreamsOfBotsService {
  constructor(
    private readonly access: Access,
    private readonly streams: StreamsProjection,
    private readonly projections: RealmProjections,
  ) {}

  async findByName(actor: Principal, viewerIds: readonly number[], names: readonly string[]) {
    const streams: NamedId[] = [];
    for (const name of names) {
      const { stream } = await this.access.streamByName(actor, name, 'see');
      if (!(await this.isVisible(actor.realmId, viewerIds, stream))) throw badRequest(`Invalid stream name '${name}'`);
      streams.push(named(stream));
    }
    return { streams };
  }

  async visibleAmong(realmId: number, viewerIds: readonly number[], streamIds: readonly number[]) {
    const all = await this.streams.of(realmId);
    const streams: NamedId[] = [];
    for (const streamId of streamIds) {
      const stream = all.get(streamId);
      if (stream && (await this.isVisible(realmId, viewerIds, stream))) streams.push(named(stream));
    }
    return { streams };
  }

  private async isVisible(realmId: number, viewerIds: readonly number[], stream: StreamRecord): Promise<boolean> {
    const users = await this.projections.users(realmId);
    for (const userId of viewerIds) {
      const viewer = users.get(userId);
      if (viewer && (await this.access.findStream(principalOf(viewer, realmId), stream, 'see'))) return true;
    }
    return false;
  }
}

const named = ({ streamId: id, name }: StreamRecord): NamedId => ({ id, name });
