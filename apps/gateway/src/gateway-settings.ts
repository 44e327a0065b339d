import { integerSetting, stringSetting } from '@chat/service-kit';
import type { RateLimits } from './admission/rate-limiter.js';
import type { HttpServerSettings } from './routes/http-server-settings.js';

/** Settings of a gateway, beside those of every process. */
export interface GatewaySettings extends HttpServerSettings {
  readonly rateLimits: RateLimits;
  /** Clients whose names are spoken beside the neutral ones; empty for none. */
  readonly clientCompat: 'zulip' | '';
}

export function readGatewaySettings(): GatewaySettings {
  const clientCompat = optionalText('CLIENT_COMPAT');
  if (clientCompat !== '' && clientCompat !== 'zulip') {
    throw new Error(`The environment variable CLIENT_COMPAT is "${clientCompat}"; set zulip or leave it out.`);
  }
  return {
    port: integerSetting('PORT', 9991, { max: 65_535 }),
    host: stringSetting('HOST', '127.0.0.1'),
    rateLimits: {
      perUser: integerSetting('RATE_LIMIT_API_BY_USER', 200),
      perAddress: integerSetting('RATE_LIMIT_API_BY_IP', 100),
      picturesPerAddress: integerSetting('RATE_LIMIT_PICTURES_BY_IP', 3_000),
    },
    connections: {
      max: integerSetting('MAX_CONNECTIONS', 60_000, { min: 1 }),
      acceptLanes: integerSetting('ACCEPT_LANES', 16, { min: 1, max: 256 }),
    },
    callLimits: {
      maxInFlight: integerSetting('MAX_CALLS_IN_FLIGHT', 2_000, { min: 1 }),
      overloadLatencyMs: integerSetting('OVERLOAD_LATENCY_MS', 500, { min: 10 }),
      maxWaiting: integerSetting('MAX_WAITING_POLLS', 50_000, { min: 1 }),
      maxUploads: integerSetting('MAX_UPLOADS_IN_FLIGHT', 16, { min: 1 }),
    },
    transferLimits: {
      maxIncomingBytes: integerSetting('MAX_INCOMING_MIB', 256, { min: 1 }) * MIB,
      maxOutgoingBytes: integerSetting('MAX_OUTGOING_MIB', 256, { min: 1 }) * MIB,
    },
    trustedProxies: listSetting('TRUSTED_PROXIES'),
    corsOrigins: listSetting('CORS_ORIGINS'),
    clientCompat,
  };
}

const MIB = 1024 * 1024;

const optionalText = (name: string): string => process.env[name] ?? '';

const listSetting = (name: string): string[] =>
  optionalText(name)
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
