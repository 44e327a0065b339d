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
  type StreamRecord,
} from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { codePointCount, foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Access } from '../access/access.js';
import { lockRealm } from '../message-order/realm-lock.js';
import { checkedDescription } from '../names/check-text.js';
import {
  DefaultStreamEntity,
  DefaultStreamGroupEntity,
  DefaultStreamGroupStreamEntity,
} from './default-stream.entity.js';
import {
  insertDefaultStream,
  insertGroup,
  insertMembers,
  readDefaultStreamGroups,
  readDefaultStreams,
  recordDefaultStreamGroups,
  recordDefaultStreams,
} from './default-streams.repository.js';

/** What new users get: streams, and groups of streams to choose from. Administrators only. */
@Injectable()
export class DefaultStreamsService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
  ) {}

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
    await this.change(actor, async (tx) => {
      const groups = await readDefaultStreamGroups(tx, actor.realmId);
      if (groups.length >= MAX_DEFAULT_STREAM_GROUPS) throw tooMany(MAX_DEFAULT_STREAM_GROUPS);
      const defaults = await readDefaultStreams(tx, actor.realmId);
      for (const stream of streams) refuseDefault(stream, defaults, name);
      const groupId = await insertGroup(tx, {
        realmId: actor.realmId,
        name,
        nameKey: foldName(name),
        description: checkedDescription(description),
      });
      if (groupId === null) throw badRequest(`Default stream group '${name}' already exists`);
      await insertMembers(tx, groupId, streams);
      await recordDefaultStreamGroups(tx, actor.realmId);
    });
  }

  async updateGroup(
    actor: Principal,
    { groupId, newGroupName, newDescription }: DefaultStreamGroupChange,
  ): Promise<void> {
    if (!newGroupName && !newDescription) throw badRequest('You must pass "new_description" or "new_group_name".');
    const name = newGroupName ? checkedGroupName(newGroupName) : undefined;
    await this.change(actor, async (tx) => {
      const groups = await readDefaultStreamGroups(tx, actor.realmId);
      const group = groups.find((candidate) => candidate.groupId === groupId);
      if (!group) throw noSuchGroup(groupId);
      if (name === group.name) throw badRequest(`This default stream group is already named '${name}'`);
      const isTaken = (other: { groupId: number; name: string }) =>
        other.groupId !== groupId && name !== undefined && foldName(other.name) === foldName(name);
      if (groups.some(isTaken)) throw badRequest(`Default stream group '${name}' already exists`);
      const nameNow = name ?? group.name;
      await tx.getRepository(DefaultStreamGroupEntity).update(groupId, {
        name: nameNow,
        nameKey: foldName(nameNow),
        description: newDescription ? checkedDescription(newDescription) : group.description,
      });
      await recordDefaultStreamGroups(tx, actor.realmId);
    });
  }

  async updateGroupStreams(
    actor: Principal,
    { groupId, op, streamNames }: DefaultStreamGroupStreamsChange,
  ): Promise<void> {
    const streams = await this.streamsByName(actor, streamNames, op);
    await this.change(actor, async (tx) => {
      const groups = await readDefaultStreamGroups(tx, actor.realmId);
      const group = groups.find((candidate) => candidate.groupId === groupId);
      if (!group) throw noSuchGroup(groupId);
      if (op === 'add') await addMembers(tx, actor.realmId, group, streams);
      else await removeMembers(tx, group, streams);
      await recordDefaultStreamGroups(tx, actor.realmId);
    });
  }

  async removeGroup(actor: Principal, groupId: number): Promise<void> {
    await this.change(actor, async (tx) => {
      const { realmId } = actor;
      const { affected } = await tx.getRepository(DefaultStreamGroupEntity).delete({ id: groupId, realmId });
      if (!affected) throw noSuchGroup(groupId);
      await recordDefaultStreamGroups(tx, actor.realmId);
    });
  }

  private change(actor: Principal, work: (tx: Transaction) => Promise<void>): Promise<void> {
    return this.database.transaction(async (tx) => {
      await lockRealm(tx, actor.realmId);
      await work(tx);
    });
  }

  private async streamsByName(
    actor: Principal,
    names: readonly string[],
    op: 'add' | 'remove',
  ): Promise<StreamRecord[]> {
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

function refuseDefault(stream: StreamRecord, defaults: readonly StreamRecord[], groupName: string): void {
  if (defaults.some((other) => other.streamId === stream.streamId)) {
    throw badRequest(`'${stream.name}' is a default stream and cannot be added to '${groupName}'`);
  }
}

async function addMembers(
  tx: Transaction,
  realmId: number,
  group: DefaultStreamGroupRecord,
  streams: readonly StreamRecord[],
): Promise<void> {
  const members = memberIds(group);
  const defaults = await readDefaultStreams(tx, realmId);
  for (const stream of streams) {
    refuseDefault(stream, defaults, group.name);
    if (members.has(stream.streamId)) {
      throw badRequest(`Stream '${stream.name}' is already present in default stream group '${group.name}'`);
    }
  }
  if (members.size + streams.length > MAX_DEFAULT_STREAMS) throw tooMany(MAX_DEFAULT_STREAMS);
  await insertMembers(tx, group.groupId, streams);
}

async function removeMembers(
  tx: Transaction,
  group: DefaultStreamGroupRecord,
  streams: readonly StreamRecord[],
): Promise<void> {
  const members = memberIds(group);
  const absent = streams.find((stream) => !members.has(stream.streamId));
  if (absent) throw badRequest(`Stream '${absent.name}' is not present in default stream group '${group.name}'`);
  const streamIds = streams.map((stream) => stream.streamId);
  await tx.getRepository(DefaultStreamGroupStreamEntity).delete({ groupId: group.groupId, streamId: In(streamIds) });
}

const memberIds = (group: DefaultStreamGroupRecord) => new Set(group.streams.map((stream) => stream.streamId));

const noSuchGroup = (groupId: number) => badRequest(`Default stream group with id '${groupId}' does not exist.`);
const tooMany = (limit: number) => badRequest(`Too many default streams (limit: ${limit})`);
