import { freePort } from '@chat/tools';
import { type SystemUnderTest, type SystemUnderTestOptions, startSystemUnderTest } from './system-under-test.js';

/** A system with an address of its own for each of its two gateways. */
export interface TwoGateways {
  readonly tested: SystemUnderTest;
  readonly gateways: readonly [string, string];
}

/** Usually the gateways share a port, and the machine chooses the gateway of a connection. */
export async function startTwoGateways(
  env: Readonly<Record<string, string>>,
  options: Pick<SystemUnderTestOptions, 'scale' | 'without'> = { without: ['integrations'] },
): Promise<TwoGateways> {
  const port = String(await freePort());
  const tested = await startSystemUnderTest({
    ...options,
    env: { ...env },
    replicaEnv: (service, instance): Record<string, string> =>
      service === 'gateway' && instance === 1 ? { PORT: port } : {},
  });
  return { tested, gateways: [tested.system.baseUrl, `http://127.0.0.1:${port}`] };
}
