import type { IncomingMessage, ServerResponse } from 'node:http';

/** Handles the requests to a bot with this signing secret. Never rejects. */
export function answering(signingSecret: string): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
