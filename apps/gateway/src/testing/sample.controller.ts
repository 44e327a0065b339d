import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { badRequest, ServiceRequest } from '@chat/contracts';
import { ServiceResources } from '@chat/service-kit';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, FileResponse, JsonText, PartiallyCompleted } from '../http/index.js';
import * as endpoints from './sample.endpoints.js';

export class Echo extends ServiceRequest<{ echoed: unknown }> {
  static readonly pattern = 'messaging.sample.echo';
  static readonly timeoutMs = 300;
  value!: unknown;
}

const json = (fields: object) => new JsonText(JSON.stringify(fields));

@Controller()
export class SampleController {
  private readonly polls = new Set<() => void>();

  constructor(resources: ServiceResources) {
    resources.beforeStop(async () => {
      for (const respond of this.polls) respond();
    });
  }

  get openPolls(): number {
    return this.polls.size;
  }

  @Endpoint(endpoints.sendEndpoint)
  send({ parameters, principal, clientName }: Call<typeof endpoints.sendEndpoint>) {
    return json({ id: 1, parameters, userId: principal.userId, clientName });
  }

  @Endpoint(endpoints.listEndpoint)
  list({ parameters }: Call<typeof endpoints.listEndpoint>) {
    return json({ parameters, service_version: '1', reactions: [{ reaction_type: 'service_extra_emoji' }] });
  }

  @Endpoint(endpoints.getMessageEndpoint)
  get({ parameters: path }: Call<typeof endpoints.getMessageEndpoint>) {
    return json({ path });
  }

  @Endpoint(endpoints.updateEndpoint)
  update({ parameters }: Call<typeof endpoints.updateEndpoint>) {
    return json({ parameters });
  }

  @Endpoint(endpoints.deleteEndpoint)
  delete({ parameters: { draftId, ...parameters } }: Call<typeof endpoints.deleteEndpoint>) {
    return json({ parameters, path: { draftId } });
  }

  @Endpoint(endpoints.meEndpoint)
  me({ principal, realmId, address }: Call<typeof endpoints.meEndpoint>) {
    return json({ served: 'me', role: principal.role, realmId, address });
  }

  @Endpoint(endpoints.userByIdEndpoint)
  byId({ parameters: path }: Call<typeof endpoints.userByIdEndpoint>) {
    return json({ served: 'id', path });
  }

  @Endpoint(endpoints.userByEmailEndpoint)
  byEmail({ parameters: path }: Call<typeof endpoints.userByEmailEndpoint>) {
    return json({ served: 'email', path });
  }

  @Endpoint(endpoints.updateUserEndpoint)
  updateUser({ parameters: path }: Call<typeof endpoints.updateUserEndpoint>) {
    return json({ path });
  }

  @Endpoint(endpoints.registerEndpoint)
  register({ principal }: Call<typeof endpoints.registerEndpoint>) {
    return json({ userId: principal?.userId ?? null });
  }

  @Endpoint(endpoints.serverSettingsEndpoint)
  serverSettings({ principal }: Call<typeof endpoints.serverSettingsEndpoint>) {
    return json({ principal });
  }

  /** Waits until the client goes away or the gateway stops. */
  @Endpoint(endpoints.pollEndpoint)
  async poll(call: Call<typeof endpoints.pollEndpoint>) {
    if (call.parameters.dontBlock) return { events: [] };
    call.beginWaiting();
    await new Promise<void>((resolve) => {
      this.polls.add(resolve);
      call.onDisconnect(resolve);
    });
    return json({ events: [] });
  }

  /** Reads the file, unless its name says that it is not read. */
  @Endpoint(endpoints.streamedUploadEndpoint)
  async streamed(call: Call<typeof endpoints.streamedUploadEndpoint>) {
    const { bytes, field, fileName, contentType } = call.file;
    if (fileName === 'unread') throw badRequest('Not read.');
    const hash = createHash('sha256');
    await call.duringTransfer(() => pipeline(bytes, hash));
    return json({ parameters: call.parameters, field, fileName, contentType, sha256: hash.digest('hex') });
  }

  @Endpoint(endpoints.failEndpoint)
  async fail(call: Call<typeof endpoints.failEndpoint>) {
    switch (call.parameters.how) {
      case 'refusal':
        throw badRequest('No.');
      case 'fault':
        throw new Error('secret detail');
      case 'partially':
        return new PartiallyCompleted();
      case 'raw':
        return new FileResponse('text/plain', 'plain', { 'x-own': '1' });
      default:
        return call.requestText(Echo, { value: call.parameters.how });
    }
  }
}

@Module({ controllers: [SampleController] })
export class SampleModule {}
