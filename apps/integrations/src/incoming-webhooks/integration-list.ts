import { notFound } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { loadIntegrations } from '../load-integrations.js';
import type { Integration } from './integration.js';

@Injectable()
export class IntegrationList {
  private readonly byName: ReadonlyMap<string, Integration>;

  constructor(readonly all: readonly Integration[]) {
    this.byName = new Map(all.flatMap((one) => [one.name, ...(one.aliases ?? [])].map((name) => [name, one] as const)));
  }

  static async load(): Promise<IntegrationList> {
    return new IntegrationList(await loadIntegrations());
  }

  /** Throws a 404 if none has the name. */
  get(name: string): Integration {
    const integration = this.byName.get(name);
    if (integration === undefined) throw notFound();
    return integration;
  }
}
