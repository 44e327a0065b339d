import {
  badRequest,
  type DefaultStreamGroupChange,
  type DefaultStreamGroupRecord,
  type DefaultStreamGroupStreamsChange,
  MAX_DEFAULT_STREAM_GROUP_NAME_LENGTH,
  MAX_DEFAULT_STREAM_GROUPS,
  MAX_DEFAULT_STREAMS,
  type NewDefaultStreamGroup,
  type Principal,
  type StreamGroupChoice,
  type StreamRecord,
} from '@chat/contracts';
import { Database, lockRealm, type Transaction } from '@chat/persistence';
import { codePointCount, foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Access } from '../access/access.js';
import { checkedDescription } from '../names/check-text.js';
import { DefaultGroupStreamEntity, DefaultStreamEntity, DefaultStreamGroupEntity } from './default-stream.entity.js';
import {
  insertDefaultStream,
  insertGroup,
  insertMembers,
  readDefaultStreamGroups,
  readDefaultStreams,
  recordDefaultStreamGroups,
  recordDefaultStreams,
} from './default-streams.repository.js';

/** Changes the streams of new users, and the groups of streams that they may choose. For administrators. */
@Injectable()
export class DefaultStreamsService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
  ) {}

  async choices(realmId: number): Promise<StreamGroupChoice[]> {
    const groups = await readDefaultStreamGroups(this.database, realmId);
    return groups.map(({ name, description }) => ({ name, description }));
  }

  async add(actor: Principal, streamId: number): Promise<void> {
    const { stream } = await this.access.stream(actor, streamId, 'read');
    refusePrivate(stream);
    await this.change(actor, async (tx) => {
      const defaults = await readDefaultStreams(tx, actor.realmId);
      if (defaults.length >= MAX_DEFAULT_STREAMS) throw tooMany(MAX_DEFAULT_STREAMS);
      if (await insertDefaultStream(tx, streamId)) await recordDefaultStreams(tx, actor.realmId);
    });
  }

  async remove(actor: Principal, streamId: number): Promise<void> {
    await this.access.stream(actor, streamId, 'see');
    await this.change(actor, async (tx) => {
      const { affected } = await tx.getRepository(DefaultStreamEntity).delete({ streamId });
      if (affected) await recordDefaultStreams(tx, actor.realmId);
    });
  }

  async createGroup(actor: Principal, { groupName, description, streamNames }: NewDefaultStreamGroup): Promise<void> {
    const name = checkedGroupName(groupName);
    const streams = await this.streamsByName(actor, streamNames, 'add');
    await this.changeGroups(actor, async (tx, groups) => {
      if (groups.length >= MAX_DEFAULT_STREAM_GROUPS) throw tooMany(MAX_DEFAULT_STREAM_GROUPS);
      await requireNoDefaults(tx, actor.realmId, streams, name);
      const group = {
        realmId: actor.realmId,
        name,
        nameKey: foldName(name),
        description: checkedDescription(description),
      };
      const groupId = await insertGroup(tx, group);
      if (groupId === undefined) throw badRequest(`Default stream group '${name}' already exists`);
      await insertMembers(tx, groupId, streams);
    });
  }

  async updateGroup(actor: Principal, { groupId, newGroupName, newDescription }: DefaultStreamGroupChange) {
    if (!newGroupName && !newDescription) throw badRequest('You must pass "new_description" or "new_group_name".');
    const newName = newGroupName ? checkedGroupName(newGroupName) : undefined;
    await this.changeGroups(actor, async (tx, groups) => {
      const group = groupOf(groups, groupId);
      if (newName === group.name) throw badRequest(`This default stream group is already named '${newName}'`);
      const name = newName ?? group.name;
      const nameKey = foldName(name);
      const isTaken = groups.some((other) => other.groupId !== groupId && foldName(other.name) === nameKey);
      if (isTaken) throw badRequest(`Default stream group '${name}' already exists`);
      const description = newDescription ? checkedDescription(newDescription) : group.description;
      await tx.getRepository(DefaultStreamGroupEntity).update(groupId, { name, nameKey, description });
    });
  }

  async updateGroupStreams(actor: Principal, { groupId, op, streamNames }: DefaultStreamGroupStreamsChange) {
    const streams = await this.streamsByName(actor, streamNames, op);
    await this.changeGroups(actor, (tx, groups) => {
      const group = groupOf(groups, groupId);
      return op === 'add' ? addMembers(tx, actor.realmId, group, streams) : removeMembers(tx, group, streams);
    });
  }

  async removeGroup(actor: Principal, groupId: number): Promise<void> {
    await this.changeGroups(actor, async (tx, groups) => {
      await tx.getRepository(DefaultStreamGroupEntity).delete(groupOf(groups, groupId).groupId);
    });
  }

  private change(actor: Principal, work: (tx: Transaction) => Promise<void>): Promise<void> {
    return this.database.transaction(async (tx) => {
      await lockRealm(tx, actor.realmId);
      await work(tx);
    });
  }

  private changeGroups(
    actor: Principal,
    work: (tx: Transaction, groups: readonly DefaultStreamGroupRecord[]) => Promise<void>,
  ): Promise<void> {
    return this.change(actor, async (tx) => {
      await work(tx, await readDefaultStreamGroups(tx, actor.realmId));
      await recordDefaultStreamGroups(tx, actor.realmId);
    });
  }

  private async streamsByName(actor: Principal, names: readonly string[], op: 'add' | 'remove') {
    const streams = new Map<number, StreamRecord>();
    for (const name of names) {
      const { stream } = await this.access.streamByName(actor, name, 'read');
      if (op === 'add') refusePrivate(stream);
      streams.set(stream.streamId, stream);
    }
    return [...streams.values()];
  }
}

function checkedGroupName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw badRequest(`Invalid default stream group name '${name}'`);
  if (codePointCount(trimmed) > MAX_DEFAULT_STREAM_GROUP_NAME_LENGTH) {
    throw badRequest(`Default stream group name too long (limit: ${MAX_DEFAULT_STREAM_GROUP_NAME_LENGTH} characters)`);
  }
  if (/\p{Cc}/u.test(trimmed)) {
    throw badRequest(
      `Default stream group name '${trimmed.replaceAll(/\p{Cc}/gu, '')}' contains NULL (0x00) characters.`,
    );
  }
  return trimmed;
}

function refusePrivate(stream: StreamRecord): void {
  if (stream.isPrivate) throw badRequest('Private streams cannot be made default.');
}

async function requireNoDefaults(
  tx: Transaction,
  realmId: number,
  streams: readonly StreamRecord[],
  groupName: string,
): Promise<void> {
  const defaultIds = new Set((await readDefaultStreams(tx, realmId)).map(({ streamId }) => streamId));
  const found = streams.find(({ streamId }) => defaultIds.has(streamId));
  if (found) throw badRequest(`'${found.name}' is a default stream and cannot be added to '${groupName}'`);
}

async function addMembers(
  tx: Transaction,
  realmId: number,
  group: DefaultStreamGroupRecord,
  streams: readonly StreamRecord[],
): Promise<void> {
  const members = memberIds(group);
  await requireNoDefaults(tx, realmId, streams, group.name);
  const present = streams.find(({ streamId }) => members.has(streamId));
  if (present) throw badRequest(`Stream '${present.name}' is already present in default stream group '${group.name}'`);
  if (members.size + streams.length > MAX_DEFAULT_STREAMS) throw tooMany(MAX_DEFAULT_STREAMS);
  await insertMembers(tx, group.groupId, streams);
}

async function removeMembers(tx: Transaction, group: DefaultStreamGroupRecord, streams: readonly StreamRecord[]) {
  const members = memberIds(group);
  const absent = streams.find(({ streamId }) => !members.has(streamId));
  if (absent) throw badRequest(`Stream '${absent.name}' is not present in default stream group '${group.name}'`);
  const streamIds = streams.map((stream) => stream.streamId);
  await tx.getRepository(DefaultGroupStreamEntity).delete({ groupId: group.groupId, streamId: In(streamIds) });
}

const memberIds = (group: DefaultStreamGroupRecord) => new Set(group.streams.map((stream) => stream.streamId));

function groupOf(groups: readonly DefaultStreamGroupRecord[], groupId: number): DefaultStreamGroupRecord {
  const group = groups.find((candidate) => candidate.groupId === groupId);
  if (!group) throw badRequest(`Default stream group with id '${groupId}' does not exist.`);
  return group;
}

const tooMany = (limit: number) => badRequest(`Too many default streams (limit: ${limit})`);
