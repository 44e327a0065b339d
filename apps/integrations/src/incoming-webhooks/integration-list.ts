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

  find(name: string): Integration | undefined {
    return this.byName.get(name);
  }
}
