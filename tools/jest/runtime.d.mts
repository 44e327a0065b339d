/** The part that tests use. */
export default class Runtime {
  constructor(config: object, environment: object);
  requireInternalModule(path: string): unknown;
  teardown(): void;
}
