import type { ContractRecord, RequestFields } from './contract-record.js';
import type { ContractsOfToday, RequestOfToday } from './contracts-of-today.js';

/**
 * Breaks between replicas of the recorded release and of today. A break is a removed request or field, a field that became
 * required, a recorded request that is refused (with or without unknown fields), or a changed response of an endpoint.
 */
export function faultsOfRequests(record: ContractRecord, { requests }: ContractsOfToday): string[] {
  return Object.entries(record.requests).flatMap(([pattern, recorded]) => {
    const today = requests.get(pattern);
    if (today === undefined) return [`${pattern} is gone: replicas of ${record.release} still ask for it`];
    return [
      ...faultsOfFields(recorded.fields, today.fields).map((fault) => `${pattern}: ${fault}`),
      ...recorded.samples.flatMap((sample) => refusal(today, sample)),
      ...recorded.replies.flatMap((reply) => {
        const fault = today.faultOfReply?.(reply);
        return fault === undefined ? [] : [`reply to ${pattern}: ${fault}`];
      }),
      ...recorded.samples.flatMap((sample) =>
        refusal(today, { ...(sample as object), addedInNextRelease: { a: [1] } }),
      ),
    ];
  });
}

export function faultsOfFields(recorded: RequestFields, today: RequestFields): string[] {
  const gone = Object.keys(recorded).filter((field) => !(field in today));
  const required = Object.keys(today).filter((field) => today[field] === 'required' && recorded[field] !== 'required');
  return [
    ...gone.map((field) => `${field} is gone (removed or renamed)`),
    ...required.map((field) => `${field} is required, and older replicas do not send it`),
  ];
}

/** The validation of requests that every service runs. */
function refusal({ name, fields, read }: RequestOfToday, sample: unknown): string[] {
  try {
    const taken = read(structuredClone(sample)) as Record<string, unknown>;
    const lost = Object.keys(fields).filter(
      (field) => JSON.stringify(taken[field]) !== JSON.stringify(sentIn(sample, field)),
    );
    return lost.map((field) => `${name}: ${field} is not read as it was sent`);
  } catch (error) {
    return [`${name} refuses a recorded request: ${(error as Error).message}`];
  }
}

/** A field of a request by its name; `parameters.draftId` is a member of `parameters`. */
const sentIn = (sample: unknown, field: string): unknown =>
  field.split('.').reduce<unknown>((value, member) => (value as Record<string, unknown>)[member], sample);
