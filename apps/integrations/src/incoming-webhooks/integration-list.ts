import { Injectable } from '@nestjs/common';
import { loadIntegrations } from '../load-integrations.js';
import type { Integration } from './integration.js';

/** The integrations by their names in addresses. */
@Injectable()
export class IntegrationList {
  private byName: ReadonlyMap<string, Integration> | undefined;

  all(): Promise<readonly Integration[]> {
    return loadIntegrations();
  }

  async find(name: string): Promise<Integration | undefined> {
    this.byName ??= namesOf(await loadIntegrations());
    return this.byName.get(name);
  }
}

const namesOf = (all: readonly Integration[]): ReadonlyMap<string, Integration> =>
  new Map(all.flatMap((one) => [one.name, ...(one.aliases ?? [])].map((name) => [name, one] as const)));
