import type { CallLimits } from '../admission/call-slots.js';

/** Bytes that clients may have on their way at once, to and from one gateway. */
export interface TransferLimits {
  readonly maxIncomingBytes: number;
  readonly maxOutgoingBytes: number;
}

/** How clients' connections are taken. */
export interface ConnectionSettings {
  /** Open at once; what goes beyond is closed. */
  readonly max: number;
  /** How many are accepted in one turn of the event loop. */
  readonly acceptLanes: number;
}

export interface HttpServerSettings {
  readonly port: number;
  readonly host: string;
  readonly connections: ConnectionSettings;
  readonly callLimits: CallLimits;
  readonly transferLimits: TransferLimits;
  /** Addresses and networks whose `X-Forwarded-*` headers are believed. */
  readonly trustedProxies: readonly string[];
  /** Web origins that may read responses. */
  readonly corsOrigins: readonly string[];
}
