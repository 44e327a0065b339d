import { runProcess } from '@chat/service-kit';
import { readGatewaySettings } from './gateway-settings.js';
import { startGateway } from './start-gateway.js';

/** Resolves when the service serves. */
export const started = runProcess('gateway', async () => {
  const { resources, stop } = await startGateway(readGatewaySettings());
  return { logger: resources.logger, stop };
});
