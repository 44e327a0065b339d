import { parentPort, workerData } from 'node:worker_threads';
import { pacedLoad } from './paced-load.js';
import type { RepeatedRequest } from './threaded-load.js';

const { request, ...pace } = workerData as RepeatedRequest;
const bytes = Buffer.from(request);
parentPort?.postMessage(await pacedLoad({ ...pace, next: () => bytes }));
