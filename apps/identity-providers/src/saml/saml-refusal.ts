/** The fault of a document of a SAML provider, for the page and the log. */
export type SamlFault =
  | 'malformed'
  | 'signature'
  | 'issuer'
  | 'address'
  | 'audience'
  | 'time'
  | 'request'
  | 'status'
  | 'used'
  | 'identity'
  | 'membership';

/** Refuses a document. The message has no part of it, so it may be logged. */
export class SamlRefusal extends Error {
  constructor(
    readonly fault: SamlFault,
    message: string,
  ) {
    super(message);
  }
}
