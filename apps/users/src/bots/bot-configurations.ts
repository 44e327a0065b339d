import { randomBytes } from 'node:crypto';
import {
  BOT_INTERFACES,
  type BotInterface,
  badRequest,
  CheckBotConfiguration,
  INCOMING_WEBHOOK_BOT,
  type NewBot,
  OUTGOING_WEBHOOK_BOT,
} from '@chat/contracts';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { BOT_CONFIGURATION_PURPOSE, TextSeal } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { ApiKeyVault } from '../api-keys/api-key-vault.js';
import type { BotConfigurationEntity } from '../bot-records/bot-configuration.entity.js';
import { requireWebAddress } from './bot-addresses.js';

type ConfigData = Readonly<Record<string, string>>;
export type NewConfiguration = Omit<BotConfigurationEntity, 'botId'>;

/** Characters of all keys and values together. */
const MAX_CONFIG_CHARACTERS = 10_000;
const SIGNING_SECRET_BYTES = 32;

const NO_CONFIGURATION: NewConfiguration = {
  serviceName: null,
  baseUrl: null,
  interface: null,
  encryptedToken: null,
  encryptedSigningSecret: null,
  encryptedConfigData: null,
};

/** Makes, seals and merges the configurations of bots. */
@Injectable()
export class BotConfigurations {
  private readonly seal = new TextSeal(BOT_CONFIGURATION_PURPOSE);

  constructor(
    private readonly vault: ApiKeyVault,
    private readonly client: RedisTransportClient,
  ) {}

  /** The configuration of a new bot; undefined if it needs none. */
  create({ botType, serviceName, shortName, payloadUrl, interfaceType, configData }: NewBot) {
    const sealedData = this.sealData(withoutEmpty(configData));
    const common = { ...NO_CONFIGURATION, encryptedConfigData: sealedData };
    if (botType === OUTGOING_WEBHOOK_BOT) {
      const secret = `whsec_${randomBytes(SIGNING_SECRET_BYTES).toString('base64')}`;
      return {
        ...common,
        serviceName: serviceName?.trim() || shortName.trim(),
        baseUrl: payloadUrl,
        interface: requireInterface(interfaceType),
        encryptedToken: this.vault.seal(this.vault.create()).encrypted,
        encryptedSigningSecret: this.vault.seal(secret).encrypted,
      };
    }
    if (botType === INCOMING_WEBHOOK_BOT && serviceName?.trim()) return { ...common, serviceName: serviceName.trim() };
    return sealedData === null ? undefined : common;
  }

  /** The texts after a change: an empty value removes a key. */
  merge(before: BotConfigurationEntity | null, change: ConfigData): ConfigData {
    const stored = before?.encryptedConfigData ? JSON.parse(this.seal.open(before.encryptedConfigData)) : {};
    const merged = withoutEmpty({ ...stored, ...change });
    requireSize(merged);
    return merged;
  }

  sealData(data: ConfigData): Buffer | null {
    requireSize(data);
    return Object.keys(data).length === 0 ? null : this.seal.seal(JSON.stringify(data));
  }

  openToken({ encryptedToken }: BotConfigurationEntity): string | null {
    return encryptedToken && this.vault.open(encryptedToken);
  }

  /** Asks integrations whether the integration exists and the texts fit. A bot without both needs no question. */
  async check(serviceName: string | null, configData: ConfigData, { realmId, requestId, asOf }: RequestContext) {
    if (serviceName === null && Object.keys(configData).length === 0) return;
    const context = { realmId, requestId, asOf };
    await this.client.request(CheckBotConfiguration, { realmId, serviceName, configData }, context);
  }
}

export function requireInterface(given: number): BotInterface {
  const known = BOT_INTERFACES.find((one) => one === given);
  if (known === undefined) throw badRequest('Invalid interface type');
  return known;
}

/** Throws for an address that no outgoing webhook bot can have. */
export const requirePayloadUrl = (url: string): void => requireWebAddress(url, 'payload_url');

function requireSize(data: ConfigData): void {
  const characters = Object.entries(data).flat().join('').length;
  if (characters > MAX_CONFIG_CHARACTERS) {
    throw badRequest(`config_data is too long (limit: ${MAX_CONFIG_CHARACTERS} characters)`);
  }
}

/** `fromEntries` defines own members, so a key named `__proto__` is an ordinary one. */
export const withoutEmpty = (data: ConfigData): ConfigData =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== ''));
