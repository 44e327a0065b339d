import { X509Certificate } from 'node:crypto';
import type { JsonFields } from './json-fields.js';
import { type ProviderSettings, providersIn } from './provider-settings.js';

export interface SamlProviderSettings extends ProviderSettings {
  /** Issuer of the provider's documents. */
  readonly entityId: string;
  /** Receives requests for sign-in. */
  readonly url: URL;
  /** Receives requests for logout, or null. */
  readonly sloUrl: URL | null;
  /** PEM. A document may be signed by the key of any of them. */
  readonly certificates: readonly string[];
  readonly attributes: {
    readonly email: string;
    readonly fullName: string | null;
    readonly firstName: string | null;
    readonly lastName: string | null;
    /** `name_id`: the NameID. */
    readonly userPermanentId: string;
    /** Lists the subdomains of the realms that the person may enter; null: all. */
    readonly orgMembership: string | null;
  };
  /** A sign-in may begin at the provider. */
  readonly allowUnsolicited: boolean;
}

/** Reads the SAML providers of a JSON text. Throws `UnfitValue`, which names the provider and the field. */
export const samlProviders = (text: string): readonly SamlProviderSettings[] => providersIn(text, samlSettings);

function samlSettings(fields: JsonFields): Omit<SamlProviderSettings, keyof ProviderSettings> {
  return {
    entityId: fields.text('entity_id'),
    url: fields.serverUrl('url'),
    sloUrl: fields.value('slo_url') === undefined ? null : fields.serverUrl('slo_url'),
    certificates: certificatesIn(fields),
    attributes: attributesIn(fields),
    allowUnsolicited: fields.boolean('allow_unsolicited', false),
  };
}

function attributesIn(fields: JsonFields): SamlProviderSettings['attributes'] {
  const attributes = {
    email: fields.text('attr_email'),
    fullName: fields.optionalText('attr_full_name'),
    firstName: fields.optionalText('attr_first_name'),
    lastName: fields.optionalText('attr_last_name'),
    userPermanentId: fields.text('attr_user_permanent_id', { fallback: 'name_id' }),
    orgMembership: fields.optionalText('attr_org_membership'),
  };
  if ((attributes.firstName === null) !== (attributes.lastName === null))
    throw fields.unfit(attributes.firstName === null ? 'attr_first_name' : 'attr_last_name', 'be set, too');
  return attributes;
}

/** One certificate or a list: PEM, or the base64 inside. */
function certificatesIn(fields: JsonFields): readonly string[] {
  const texts = fields.texts('x509cert', { mayBeOne: true }) ?? [];
  const certificates = texts.map(certificatePem).filter((pem) => pem !== undefined);
  if (texts.length === 0 || certificates.length < texts.length)
    throw fields.unfit('x509cert', 'be a certificate (PEM, or the base64 inside) or a list of them');
  return certificates;
}

/** Undefined for a text that is no certificate. */
export function certificatePem(text: string): string | undefined {
  try {
    return new X509Certificate(text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64')).toString();
  } catch {
    return undefined;
  }
}
