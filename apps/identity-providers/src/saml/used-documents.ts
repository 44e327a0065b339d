import { createHash } from 'node:crypto';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { SamlRefusal } from './saml-refusal.js';
import { MAX_VALIDITY_SECONDS } from './saml-times.js';

/** Sign-ins of one person that begin at the provider, in a minute. A provider that ignores our requests would go around for ever. */
const MAX_UNSOLICITED = 5;
const UNSOLICITED_SECONDS = 60;

/** The ids of accepted documents, in Redis, for as long as they would be accepted again. */
@Injectable()
export class UsedDocuments {
  constructor(private readonly resources: ServiceResources) {}

  /** Accepts a document once, also of simultaneous requests at any replicas. Throws SamlRefusal. */
  async use(provider: string, id: string): Promise<void> {
    const key = keyOf('document', provider, id);
    const isFirst = await this.resources.redis.set(key, '', 'EX', MAX_VALIDITY_SECONDS, 'NX');
    if (isFirst === null) throw new SamlRefusal('used', 'it has been used before');
  }

  /** Throws SamlRefusal if a person comes from the provider again and again. */
  async countUnsolicited(provider: string, nameId: string): Promise<void> {
    const key = keyOf('unsolicited', provider, nameId);
    const [count] = (await this.resources.redis.multi().incr(key).expire(key, UNSOLICITED_SECONDS).exec()) ?? [];
    if (Number(count?.[1]) > MAX_UNSOLICITED) throw new SamlRefusal('request', 'the provider ignores our requests');
  }
}

/** Neither ids nor names of persons can be read in Redis. */
const keyOf = (kind: string, provider: string, value: string): string =>
  `identity-providers:saml:${kind}:${createHash('sha256').update(`${provider} ${value}`).digest('base64url')}`;
