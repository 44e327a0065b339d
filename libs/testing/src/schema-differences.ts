import type { PooledDataSource } from '@chat/persistence';

type EntityMetadata = PooledDataSource['entityMetadatas'][number];

interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly isPrimary: boolean;
  readonly hasDefault: boolean;
}

const SELECT_COLUMNS = `
  SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS "isNullable",
         coalesce(a.attnum = ANY (p.conkey), false) AS "isPrimary", a.atthasdef OR a.attidentity <> '' AS "hasDefault"
  FROM pg_attribute a
  LEFT JOIN pg_constraint p ON p.conrelid = a.attrelid AND p.contype = 'p'
  WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY a.attnum`;

/**
 * Compares every entity of an initialized data source with the migrated schema: table, columns, types, nullability, primary key,
 * and generated values. Returns one sentence per difference. A service's test imports its module and expects an empty list.
 */
export async function schemaDifferences(dataSource: PooledDataSource): Promise<string[]> {
  const differences: string[] = [];
  if (dataSource.entityMetadatas.length === 0) differences.push('No entity is imported.');
  for (const entity of dataSource.entityMetadatas) {
    const columns: TableColumn[] = await dataSource.query(SELECT_COLUMNS, [quoted(entity)]);
    if (columns.length === 0) differences.push(`${entity.name}: the schema has no table ${entity.tableName}`);
    else differences.push(...differencesOf(dataSource, entity, columns));
  }
  return differences;
}

function differencesOf(
  dataSource: PooledDataSource,
  entity: EntityMetadata,
  columns: readonly TableColumn[],
): string[] {
  const differences: string[] = [];
  const inTable = new Map(columns.map((column) => [column.name, column]));
  for (const mapped of entity.columns) {
    const label = `${entity.name}.${mapped.propertyName}`;
    const column = inTable.get(mapped.databaseName);
    inTable.delete(mapped.databaseName);
    if (!column) {
      differences.push(`${label}: ${entity.tableName} has no column ${mapped.databaseName}`);
      continue;
    }
    const type = dataSource.driver.normalizeType(mapped) + (mapped.isArray ? '[]' : '');
    if (type !== column.type) differences.push(`${label}: type ${type}, in the schema ${column.type}`);
    if (mapped.isNullable !== column.isNullable)
      differences.push(`${label}: ${nullability(mapped)}, in the schema ${nullability(column)}`);
    if (mapped.isPrimary !== column.isPrimary)
      differences.push(`${label}: ${keyRole(mapped)}, in the schema ${keyRole(column)}`);
    if (mapped.isGenerated && !column.hasDefault)
      differences.push(`${label}: generated, in the schema without default or identity`);
  }
  for (const { name } of inTable.values()) differences.push(`${entity.name}: does not map the column ${name}`);
  return differences;
}

const quoted = ({ schema, tableName }: EntityMetadata) => (schema ? `"${schema}"."${tableName}"` : `"${tableName}"`);
const nullability = ({ isNullable }: { readonly isNullable: boolean }) => (isNullable ? 'nullable' : 'not null');
const keyRole = ({ isPrimary }: { readonly isPrimary: boolean }) =>
  isPrimary ? 'in the primary key' : 'not in the primary key';
