import type { System } from '@chat/tools';

/**
 * The current value of a metric sample on a replica, such as `chat_http_calls{state="waiting"}`; 0 without a sample.
 */
export async function metricOf(system: System, service: string, instance: number, sample: string): Promise<number> {
  const text = await (await fetch(`${system.healthUrl(service, instance)}/metrics`)).text();
  return readSample(text, sample);
}

function readSample(text: string, sample: string): number {
  const [name, label] = sample.split(/[{}]/) as [string, string | undefined];
  for (const line of text.split('\n')) {
    if (line.startsWith(`${name}{`) ? label !== undefined && line.includes(label) : line.startsWith(`${name} `))
      return Number(line.slice(line.lastIndexOf(' ') + 1));
  }
  return 0;
}

/** Addresses of the health servers of all replicas that are meant to run, once they run. */
export async function healthUrls(system: System): Promise<string[]> {
  await system.waitReady();
  return system.list().flatMap(({ healthUrl }) => healthUrl ?? []);
}
