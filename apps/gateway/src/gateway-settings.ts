import { setting } from '@chat/configuration';

const MIB = 1024 * 1024;

/** Settings of a gateway in addition to those of every process. */
export type GatewaySettings = ReturnType<typeof readGatewaySettings>;

export function readGatewaySettings() {
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
      maxDownloads: setting('MAX_DOWNLOADS_IN_FLIGHT'),
    },
    transferLimits: {
      maxIncomingBytes: setting('MAX_INCOMING_MIB') * MIB,
      maxOutgoingBytes: setting('MAX_OUTGOING_MIB') * MIB,
    },
    maxFileMib: setting('MAX_FILE_UPLOAD_SIZE_MIB'),
    trustedProxies: setting('TRUSTED_PROXIES'),
    corsOrigins: setting('CORS_ORIGINS'),
    clientCompat: setting('CLIENT_COMPAT'),
  };
}
