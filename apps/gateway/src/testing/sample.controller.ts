import { badRequest, ServiceRequest } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, PartiallyCompleted, RawAnswer, Stopping } from '../http/index.js';
import * as endpoints from './sample.endpoints.js';

/** A request to a service, for tests. */
export class Echo extends ServiceRequest<{ echoed: unknown }> {
  static readonly pattern = 'messaging.sample.echo';
  static readonly timeoutMs = 300;
  value!: unknown;
}

@Controller()
export class SampleController {
  private readonly polls = new Set<() => void>();

  constructor(stopping: Stopping) {
    stopping.onBegin(() => {
      for (const answer of this.polls) answer();
    });
  }

  get openPolls(): number {
    return this.polls.size;
  }

  @Endpoint(endpoints.sendEndpoint)
  send({ parameters, principal, clientName }: Call<typeof endpoints.sendEndpoint>) {
    return { id: 1, parameters, userId: principal.userId, clientName };
  }

  @Endpoint(endpoints.listEndpoint)
  list({ parameters }: Call<typeof endpoints.listEndpoint>) {
    return { parameters, service_version: '1', reactions: [{ reaction_type: 'service_extra_emoji' }] };
  }

  @Endpoint(endpoints.getMessageEndpoint)
  get({ path }: Call<typeof endpoints.getMessageEndpoint>) {
    return { path };
  }

  @Endpoint(endpoints.updateEndpoint)
  update({ parameters }: Call<typeof endpoints.updateEndpoint>) {
    return { parameters };
  }

  @Endpoint(endpoints.deleteEndpoint)
  delete({ parameters, path }: Call<typeof endpoints.deleteEndpoint>) {
    return { parameters, path };
  }

  @Endpoint(endpoints.meEndpoint)
  me({ principal, realmId, address }: Call<typeof endpoints.meEndpoint>) {
    return { served: 'me', role: principal.role, realmId, address };
  }

  @Endpoint(endpoints.userByIdEndpoint)
  byId({ path }: Call<typeof endpoints.userByIdEndpoint>) {
    return { served: 'id', path };
  }

  @Endpoint(endpoints.userByEmailEndpoint)
  byEmail({ path }: Call<typeof endpoints.userByEmailEndpoint>) {
    return { served: 'email', path };
  }

  @Endpoint(endpoints.updateUserEndpoint)
  updateUser({ path }: Call<typeof endpoints.updateUserEndpoint>) {
    return { path };
  }

  @Endpoint(endpoints.registerEndpoint)
  register({ principal }: Call<typeof endpoints.registerEndpoint>) {
    return { userId: principal?.userId ?? null };
  }

  @Endpoint(endpoints.serverSettingsEndpoint)
  serverSettings({ principal }: Call<typeof endpoints.serverSettingsEndpoint>) {
    return { principal };
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
    return { events: [] };
  }

  @Endpoint(endpoints.uploadEndpoint)
  upload({ files, parameters }: Call<typeof endpoints.uploadEndpoint>) {
    return { parameters, files: files.map(({ bytes, ...file }) => ({ ...file, text: bytes.toString() })) };
  }

  @Endpoint(endpoints.failEndpoint)
  async fail(call: Call<typeof endpoints.failEndpoint>) {
    switch (call.parameters.how) {
      case 'refusal':
        throw badRequest('No.');
      case 'fault':
        throw new Error('secret detail');
      case 'partially':
        return new PartiallyCompleted({ processed: 3 });
      case 'raw':
        return new RawAnswer('text/plain', 'plain', { 'x-own': '1' });
      default:
        return call.requestText(Echo, { value: call.parameters.how });
    }
  }
}

@Module({ controllers: [SampleController] })
export class SampleModule {}
