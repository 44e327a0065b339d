import { getMetadataArgsStorage } from 'typeorm';

/**
 * SELECT list of an entity's columns, each under its property name, from the table with the given alias. For raw SQL, which so does
 * not repeat the entity. `omitted`: properties that the statement does not need.
 */
export function selectedColumns<Entity extends object>(
  entity: new () => Entity,
  alias: string,
  omitted: readonly (keyof Entity)[] = [],
): string {
  const columns = getMetadataArgsStorage().filterColumns(entity);
  return columns
    .filter(({ propertyName }) => !omitted.includes(propertyName as keyof Entity))
    .map(({ propertyName, options }) => `${alias}.${options.name ?? propertyName} AS "${propertyName}"`)
    .join(', ');
}
