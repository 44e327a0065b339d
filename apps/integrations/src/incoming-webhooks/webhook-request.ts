/** A request of a service, without credentials. */
export interface WebhookRequest {
  /** The parsed JSON body, or the fields of the form. */
  readonly body: unknown;
  /** The value of a header, by its name in lower case; undefined if it is absent or empty. */
  header(name: string): string | undefined;
  /** A parameter of the address; undefined if it is absent or empty. */
  parameter(name: string): string | undefined;
  /** Whether the address gives the topic. Then the message names the title or the repository, as the topic does otherwise. */
  readonly hasOwnTopic: boolean;
}
