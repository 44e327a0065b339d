import { exitWithParent, stopOrderly } from '@chat/service-kit';
import { readGatewaySettings } from './gateway-settings.js';
import { startGateway } from './start-gateway.js';

const started = exitWithParent();
try {
  const gateway = await startGateway(readGatewaySettings());
  started();
  stopOrderly(gateway.resources.logger, (reason) => gateway.stop(reason));
} catch (error) {
  process.stderr.write(`gateway cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
