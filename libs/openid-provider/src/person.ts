/** A person that the provider knows. */
export interface Person {
  /** Identifies the person for ever. */
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  /** Further claims of the scope `profile`. */
  readonly claims?: Readonly<Record<string, unknown>>;
}
