import { parentPort, workerData } from 'node:worker_threads';
import { startOpenIdProvider } from '@chat/openid-provider';

const provider = await startOpenIdProvider(workerData);
parentPort?.postMessage(provider.issuer);
