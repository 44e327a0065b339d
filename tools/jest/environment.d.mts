/** The part that tests use. */
export class NativeEnvironment {}
