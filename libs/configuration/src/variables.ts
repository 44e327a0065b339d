import type { AccountSync } from '@chat/contracts';
import { FILES, FILES_URL, fileSize, MAX_FILE_UPLOAD_SIZE_MIB, UPLOAD_QUOTA_MIB } from './file-variables.js';
import { JsonFields } from './identity-providers/json-fields.js';
import { oidcProviders } from './identity-providers/oidc-providers.js';
import { parsed } from './identity-providers/provider-settings.js';
import { samlProviders } from './identity-providers/saml-providers.js';
import { certificate, privateKey } from './identity-providers/service-provider.js';
import { syncSettings } from './identity-providers/sync-settings.js';
import { INTEGRATIONS } from './integration-variables.js';
import { boolean, integer, list, oneOf, optionalText, optionalUrl, structured, text, url } from './kinds.js';
import { DEVELOPMENT, WEB_CLIENT } from './web-client-variables.js';

const MIB = 1024 * 1024;

const EVERY_PROCESS = {
  DATABASE_URL: text(
    'PostgreSQL 18 or later, for services that own data: `postgres://user:password@h1:5432,h2:5432/chat`. Parameters, as in libpq: `target_session_attrs` (`any`, `read-write` or `primary`; default `read-write` for several hosts), `sslmode` (default `disable`), `sslrootcert`, `sslcert`, `sslkey`, `connect_timeout`. `npm start` starts its own server if it is not set',
    { isSecret: true },
  ),
  DATABASE_SYNCHRONOUS: oneOf(
    '`required`: services start and write only while a commit of PostgreSQL waits for a synchronous standby. `optional`: they do in any case, as without the variable, and log no warning about it',
    ['required', 'optional'],
  ),
  REDIS_URL: text(
    'Redis 7.0 or later with `maxmemory-policy noeviction`: `redis://`, `rediss://` (TLS), or three Sentinels as `redis-sentinel://[user:password@]h1:26379,h2:26379,h3:26379/0?sentinelMasterId=chat` or `rediss-sentinel://…`, with `&sentinelPassword=…` if the Sentinels have one; `npm start` starts its own server if it is not set',
    { isSecret: true },
  ),
  REDIS_CA_FILE: optionalText('PEM file of the authority that signed the certificates of Redis and Sentinels', {
    shownDefault: "the system's authorities",
  }),
  REDIS_CERT_FILE: optionalText('PEM file of the certificate that the services show to Redis and Sentinels'),
  REDIS_KEY_FILE: optionalText('PEM file of the key of that certificate'),
  SECRET_KEY: optionalText('Base64 of 32 random bytes. Stored API keys are encrypted with it, so keep it', {
    isSecret: true,
    shownDefault: 'required',
  }),
  LOG_LEVEL: text('`trace`, `debug`, `info`, `warn` or `error`', { fallback: 'info' }),
  INSTANCE: integer('Number of the replica, shown in logs and metrics', { fallback: 0 }),
  HEALTH_PORT: integer('Port of `/health/live`, `/health/ready` and `/metrics`; 0 turns them off', {
    fallback: 0,
    max: 65_535,
  }),
  HEALTH_HOST: text('Address of that port', { fallback: '127.0.0.1' }),
  EXTERNAL_AVATAR_URL: text('Service that makes a picture from the hash of an email address', {
    fallback: 'https://secure.gravatar.com/avatar',
  }),
};

const EVENT_QUEUE_LIFETIME = integer('Seconds without a poll after which an event queue is deleted', {
  fallback: 600,
  min: 1,
});

const GATEWAY = {
  MAX_FILE_UPLOAD_SIZE_MIB,
  FILES_URL,
  HOST: text('Address on which clients connect', { fallback: '127.0.0.1' }),
  PORT: integer('Port on which clients connect', { fallback: 9991, max: 65_535 }),
  RATE_LIMIT_API_BY_USER: integer('Requests per minute of a user (browsers read 6×); 0: no limit', { fallback: 200 }),
  RATE_LIMIT_API_BY_IP: integer('Requests per minute of one network address without valid credentials; 0: no limit', {
    fallback: 100,
  }),
  RATE_LIMIT_PICTURES_BY_IP: integer(
    'Pictures (avatars, custom emoji) per minute of one network address; 0: no limit',
    { fallback: 3_000 },
  ),
  MAX_CALLS_IN_FLIGHT: integer('Requests that one gateway works on at a time; further requests get 503', {
    fallback: 2_000,
    min: 1,
  }),
  MAX_WAITING_POLLS: integer('Long polls that wait in one gateway at a time; further polls get 503', {
    fallback: 50_000,
    min: 1,
  }),
  MAX_UPLOADS_IN_FLIGHT: integer('Files that one gateway receives at a time; further uploads get 503', {
    fallback: 500,
    min: 1,
  }),
  MAX_DOWNLOADS_IN_FLIGHT: integer('Files that one gateway sends at a time; further downloads get 503', {
    fallback: 1_000,
    min: 1,
  }),
  OVERLOAD_LATENCY_MS: integer(
    'Milliseconds. During overload the gateway admits only as many requests as it finishes within this time',
    { fallback: 500, min: 10 },
  ),
  MAX_CONNECTIONS: integer(
    'Client connections of one gateway; further connections are closed. Each needs an open file (`ulimit -n`)',
    { fallback: 60_000, min: 1 },
  ),
  ACCEPT_LANES: integer('Connections accepted in one turn of the event loop', { fallback: 16, min: 1, max: 256 }),
  MAX_INCOMING_MIB: integer(
    'Memory for requests that have not arrived completely; beyond it the slowest connection is closed',
    { fallback: 256, min: 1 },
  ),
  MAX_OUTGOING_MIB: integer(
    'Memory for responses that clients have not read yet; beyond it the slowest connection is closed',
    { fallback: 256, min: 1 },
  ),
  TRUSTED_PROXIES: list('Addresses and networks of proxies with a trusted `X-Forwarded-For`, separated by commas'),
  ...WEB_CLIENT,
  CORS_ORIGINS: list('Web origins that may read responses, separated by commas'),
  CLIENT_COMPAT: oneOf("`zulip`: responses also contain the names that Zulip's clients use", ['zulip']),
  EVENT_QUEUE_LIFETIME,
  EVENT_HEARTBEAT_MS: integer('Milliseconds without an event after which a poll gets a heartbeat, ±10 %', {
    fallback: 50_000,
    min: 50,
    max: 80_000,
  }),
};

const LDAP_URL = optionalText('LDAP server for sign-in: `ldap://host:port` or `ldaps://host:port`', {
  pattern: /^ldaps?:\/\//,
  expectation: 'set an address that begins with ldap:// or ldaps://',
});

const EXTERNAL_URL = url(
  'Address of the default realm for people. Other realms are subdomains of its host, or of `localhost` if the host is a number',
  'http://127.0.0.1:9991',
);
const PROVIDERS = {
  OIDC_PROVIDERS: structured(
    'OpenID Connect providers: JSON object, id → settings ([sign-in](../sign-in.md#openid-connect))',
    { fallback: [], isSecret: true },
    oidcProviders,
  ),
  SAML_PROVIDERS: structured(
    'SAML providers: JSON object, id → settings ([sign-in](../sign-in.md#saml))',
    { fallback: [], isSecret: true },
    samlProviders,
  ),
};

const INSTALLATION = {
  EXTERNAL_URL,
  FAKE_EMAIL_DOMAIN: text(
    "Domain of the addresses that replace hidden ones, if the realm's host is not a domain name",
    { fallback: 'chat.example.com' },
  ),
  WEB_PUBLIC_STREAMS_ENABLED: boolean('Realms may open streams to people without an account', false),
  INLINE_IMAGE_PREVIEW: boolean('Realms may show links to images as images', true),
  NAME_CHANGES_DISABLED: boolean('Only administrators change names', false),
  AVATAR_CHANGES_DISABLED: boolean('Only administrators change avatars', false),
  PASSWORD_MIN_LENGTH: integer('Least length of a new password', { fallback: 6, min: 1, max: 100 }),
  PASSWORD_MIN_GUESSES: integer('Least strength of a new password: guesses, as estimated by zxcvbn', {
    fallback: 10_000,
  }),
  MAX_AVATAR_FILE_SIZE_MIB: fileSize('Largest avatar, as announced to clients, in MiB', 5),
  MAX_ICON_FILE_SIZE_MIB: fileSize('Largest realm icon, as announced to clients, in MiB', 5),
  MAX_LOGO_FILE_SIZE_MIB: fileSize('Largest realm logo, as announced to clients, in MiB', 5),
  MAX_FILE_UPLOAD_SIZE_MIB,
  UPLOAD_QUOTA_MIB,
  VIDEOCALL_SERVER_URL: optionalUrl('Server for video calls'),
  TERMS_OF_SERVICE_URL: optionalUrl('Page with terms that new people must accept'),
  LDAP_URL,
  ...PROVIDERS,
  DEVELOPMENT,
  SERVER_GENERATION: integer(
    'Announced to clients as `server_generation`; a new number after an upgrade makes clients reload',
    { fallback: 1 },
  ),
};

const FILTER = { pattern: /%\(user\)s/, expectation: 'set a text that contains %(user)s' };

const ACCOUNTS = {
  SMTP_URL: optionalText('Mail server. Without it mail stays unsent; `npm start` shows mail at a local address', {
    isSecret: true,
  }),
  MAIL_FROM: optionalText('Sender of mail', { shownDefault: "`noreply@` and the realm's host" }),
  SIGN_IN_FAILURES_PER_ACCOUNT: integer('Failed sign-ins of one account in 30 minutes', { fallback: 5, min: 1 }),
  SIGN_IN_FAILURES_PER_ADDRESS: integer('Failed sign-ins from one network address in 30 minutes', {
    fallback: 100,
    min: 1,
  }),
  SESSION_IDLE_SECONDS: integer('Seconds without use after which a session of a browser ends', {
    fallback: 1_209_600,
    min: 10,
  }),
  SESSION_LIFETIME_SECONDS: integer('Seconds after which a session of a browser ends in any case', {
    fallback: 7_776_000,
    min: 10,
  }),
  MAILS_PER_PERSON_HOUR: integer('Mails that one person can cause in an hour', { fallback: 2, min: 1 }),
  MAILS_PER_PERSON_DAY: integer('Mails that one person can cause in a day', { fallback: 5, min: 1 }),
  MAILS_PER_ADDRESS_DAY: integer('Mails that one network address can cause in a day', { fallback: 50, min: 1 }),
  OPEN_REALM_CREATION: boolean(
    'Everyone may create realms at `/new/`; each realm mails at most `INVITES_PER_DAY` invitations a day',
    false,
  ),
  INVITES_PER_DAY: integer('Invitations that one realm can mail in a day, with `OPEN_REALM_CREATION`', {
    fallback: 100,
    min: 1,
  }),
  LDAP_URL,
  LDAP_START_TLS: boolean('Upgrade an `ldap://` connection to TLS before anything is sent', false),
  LDAP_CA_FILE: optionalText("PEM file of the authority that signed the LDAP server's certificate", {
    shownDefault: "the system's authorities",
  }),
  LDAP_USER_BASE: text('Base DN of the search for a user', { shownDefault: 'required without a DN template' }),
  LDAP_USER_FILTER: text('Filter of the search; `%(user)s` stands for the name', {
    fallback: '(uid=%(user)s)',
    ...FILTER,
  }),
  LDAP_BIND_DN: optionalText('DN that searches', { shownDefault: 'anonymous' }),
  LDAP_BIND_PASSWORD: optionalText('Password of that DN', { isSecret: true }),
  LDAP_USER_DN_TEMPLATE: optionalText("Instead of a search: the user's DN; `%(user)s` stands for the name", FILTER),
  LDAP_EMAIL_ATTRIBUTE: text('Attribute with the email address', { fallback: 'mail' }),
  LDAP_FULL_NAME_ATTRIBUTE: text('Attribute with the full name', { fallback: 'cn' }),
  LDAP_ID_ATTRIBUTE: text('Attribute that identifies an entry even after it is renamed', { fallback: 'entryUUID' }),
  LDAP_APPEND_DOMAIN: optionalText('Email domain for entries without an address; removed from names that end with it'),
  LDAP_SYNC: structured<AccountSync | null>(
    'Attributes that sign-ins copy to accounts: JSON object as [`sync`](../sign-in.md#copied-values) of a provider',
    { fallback: null },
    (text) => syncSettings(new JsonFields(parsed(text), '')),
  ),
};

const EVENT_QUEUES = {
  EVENT_QUEUE_LIFETIME,
  EVENT_QUEUE_MAX_EVENTS: integer('Events of a queue, five times as many for a webhook; a longer queue is deleted', {
    fallback: 10_000,
    min: 1,
  }),
  EVENT_QUEUE_MAX_BYTES: integer('Bytes of a queue, five times as many for a webhook; a larger queue is deleted', {
    fallback: 32 * MIB,
    min: 1,
  }),
  EVENT_QUEUES_PER_USER: integer('Event queues of one user; one more replaces the least recently polled queue', {
    fallback: 100,
    min: 1,
  }),
  EVENTS_AFTER_REPLICAS: integer(
    'Replicas of Redis that have an event before a client receives it; a failover to one of them ends no event queue. 0: clients wait for none',
    { fallback: 0, max: 16 },
  ),
  EVENT_SESSION_LIFETIME_MS: integer('Milliseconds of silence after which a replica loses its shards', {
    fallback: 4_000,
    min: 100,
  }),
  EVENT_SESSION_RENEW_MS: integer('Milliseconds between renewals of a replica', { fallback: 1_000, min: 20 }),
};

const IDENTITY_PROVIDERS = {
  EXTERNAL_URL,
  ...PROVIDERS,
  SAML_SP_ENTITY_ID: optionalText('Entity id of this server for SAML providers', { shownDefault: '`EXTERNAL_URL`' }),
  SAML_SP_CERT: structured<string | null>(
    'Certificate of that key, PEM; published in `/saml/metadata.xml`',
    { fallback: null, isSecret: true },
    certificate,
  ),
  SAML_SP_KEY: structured<string | null>(
    'Key that signs requests to SAML providers and decrypts their assertions, PEM',
    { fallback: null, isSecret: true },
    privateKey,
  ),
};

const MESSAGES = {
  DATABASE_READ_URL: optionalText(
    'Standbys of PostgreSQL that may serve history, search and lists of realms with `enable-standby-reads`, with the parameters of `DATABASE_URL`: `postgres://user:password@h2:5432,h3:5432/chat`',
    { isSecret: true },
  ),
};

/** Every environment variable that a service reads, by the services that read it. */
export const GROUPS = [
  { title: 'Every process', services: 'all', variables: EVERY_PROCESS },
  { title: 'Gateway', services: ['gateway'], variables: GATEWAY },
  { title: 'Installation, for every realm', services: ['realm-settings'], variables: INSTALLATION },
  { title: 'Accounts, sign-in and mail', services: ['users'], variables: ACCOUNTS },
  { title: 'Identity providers', services: ['identity-providers'], variables: IDENTITY_PROVIDERS },
  { title: 'Messages and streams', services: ['messaging'], variables: MESSAGES },
  { title: 'Files', services: ['files'], variables: FILES },
  { title: 'Integrations', services: ['integrations'], variables: INTEGRATIONS },
  { title: 'Event queues', services: ['events'], variables: EVENT_QUEUES },
] as const;

export const VARIABLES = {
  ...EVERY_PROCESS,
  ...GATEWAY,
  ...INSTALLATION,
  ...ACCOUNTS,
  ...IDENTITY_PROVIDERS,
  ...MESSAGES,
  ...FILES,
  ...INTEGRATIONS,
  ...EVENT_QUEUES,
};
export type VariableName = keyof typeof VARIABLES;

/** Variables that OpenTelemetry's own standard defines; the tracing library reads them. */
export const TRACING_VARIABLES = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_RESOURCE_ATTRIBUTES',
] as const;
