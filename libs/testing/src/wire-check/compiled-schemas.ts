import { definitions, type JsonSchema } from '@chat/contracts';
import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js';

const DEFINITIONS_ID = 'wire';
/** Of one answer; more sentences would hide the first. */
const MAX_FAULTS = 10;

/** Returns sentences about the differences of a value from a schema. */
export type SchemaCheck = (value: unknown) => string[];

/**
 * The compiled schemas of this process. Each is compiled once, at its first use, for all tests: a compiler for each organization of a test
 * would take half a second of CPU time.
 */
export class CompiledSchemas {
  private static process: Promise<CompiledSchemas> | undefined;
  private readonly checks = new Map<string, SchemaCheck>();

  private constructor(private readonly ajv: Ajv2020) {}

  static ofProcess(): Promise<CompiledSchemas> {
    CompiledSchemas.process ??= CompiledSchemas.create();
    return CompiledSchemas.process;
  }

  private static async create(): Promise<CompiledSchemas> {
    const { Ajv2020 } = await import('ajv/dist/2020.js');
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    ajv.addSchema({ $id: DEFINITIONS_ID, $defs: definitions('in common') });
    return new CompiledSchemas(ajv);
  }

  /** The check of the schema with this key; undefined without a schema. Equal keys must have equal schemas. */
  check(key: string, schemaOf: () => JsonSchema | undefined): SchemaCheck | undefined {
    const known = this.checks.get(key);
    if (known) return known;
    const schema = schemaOf();
    if (schema === undefined) return undefined;
    const validate = this.ajv.compile(withDefinitions(schema) as Record<string, unknown>);
    const check = (value: unknown): string[] =>
      validate(value) ? [] : (validate.errors ?? []).slice(0, MAX_FAULTS).map((error) => sentence(error, value));
    this.checks.set(key, check);
    return check;
  }
}

/** References of a schema that stands alone, to the document of definitions. */
function withDefinitions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDefinitions);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === '$ref' ? [key, `${DEFINITIONS_ID}${member}`] : [key, withDefinitions(member)],
    ),
  );
}

function sentence({ instancePath, message = 'is wrong', params }: ErrorObject, value: unknown): string {
  const where = `${instancePath || 'the answer'} ${message} ${JSON.stringify(params)}`;
  // Missing fields are reported already.
  if ('missingProperty' in params) return `${where}.`;
  const found = instancePath
    .split('/')
    .slice(1)
    .reduce<unknown>((member, key) => (member as Record<string, unknown> | undefined)?.[key], value);
  return `${where}, found ${JSON.stringify(found)?.slice(0, 200)}.`;
}
