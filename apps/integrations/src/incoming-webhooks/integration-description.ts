import type { IntegrationDescription, SenderVerification } from '@chat/contracts';
import type { Integration, Verification } from './integration.js';

const STANDARD_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** An integration as `GET /integrations` and its page describe it. */
export const describeIntegration = (integration: Integration): IntegrationDescription => ({
  name: integration.name,
  aliases: integration.aliases ?? [],
  displayName: integration.displayName,
  eventTypes: integration.eventTypes,
  parameters: integration.parameters ?? [],
  verification: describeVerification(integration.verification),
});

function describeVerification(verification: Verification): SenderVerification {
  const { kind } = verification;
  switch (kind) {
    case 'hmac': {
      const { headers, algorithm, encoding, prefix, formField } = verification;
      const signed = formField ? `body, or of the field \`${formField}\` of a form,` : 'body';
      const form = `${encoding === 'hex' ? 'hexadecimal' : 'Base64'}${prefix ? `, after \`${prefix}\`` : ''}`;
      return {
        kind,
        headers,
        description: `HMAC-${algorithm.toUpperCase()} of the ${signed} with the secret as key, ${form}.`,
      };
    }
    case 'token':
      if (!verification.orStandardWebhooks)
        return { kind, headers: verification.headers, description: 'The secret itself.' };
      return {
        kind,
        headers: [...verification.headers, ...STANDARD_HEADERS],
        description:
          'The secret itself, or a signature of Standard Webhooks 1.0 by a secret that begins with `whsec_`.',
      };
    case 'bearer':
      return {
        kind,
        headers: ['authorization'],
        description:
          'The secret as bearer token, or as password of Basic credentials, with the key of the bot in the address.',
      };
    case 'standard-webhooks':
      return {
        kind,
        headers: STANDARD_HEADERS,
        description: 'Standard Webhooks 1.0; the secret begins with `whsec_`.',
      };
    case 'own':
      return { kind, headers: verification.headers, description: verification.description };
  }
}
