import { setting } from '@chat/configuration';
import type { RateLimits } from './admission/rate-limiter.js';
import type { HttpServerSettings } from './routes/http-server-settings.js';

/** Settings of a gateway, beside those of every process. */
export interface GatewaySettings extends HttpServerSettings {
  readonly rateLimits: RateLimits;
  /** Clients whose names are spoken beside the neutral ones; empty for none. */
  readonly clientCompat: 'zulip' | '';
}

export function readGatewaySettings(): GatewaySettings {
  return {
    port: setting('PORT'),
    host: setting('HOST'),
    rateLimits: {
      perUser: setting('RATE_LIMIT_API_BY_USER'),
      perAddress: setting('RATE_LIMIT_API_BY_IP'),
      picturesPerAddress: setting('RATE_LIMIT_PICTURES_BY_IP'),
    },
    connections: { max: setting('MAX_CONNECTIONS'), acceptLanes: setting('ACCEPT_LANES') },
    callLimits: {
      maxInFlight: setting('MAX_CALLS_IN_FLIGHT'),
      overloadLatencyMs: setting('OVERLOAD_LATENCY_MS'),
      maxWaiting: setting('MAX_WAITING_POLLS'),
      maxUploads: setting('MAX_UPLOADS_IN_FLIGHT'),
    },
    transferLimits: {
      maxIncomingBytes: setting('MAX_INCOMING_MIB') * MIB,
      maxOutgoingBytes: setting('MAX_OUTGOING_MIB') * MIB,
    },
    trustedProxies: setting('TRUSTED_PROXIES'),
    corsOrigins: setting('CORS_ORIGINS'),
    clientCompat: setting('CLIENT_COMPAT'),
  };
}

const MIB = 1024 * 1024;
