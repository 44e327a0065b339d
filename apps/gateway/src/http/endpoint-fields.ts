import { type DescribedField, type Endpoint, fieldsOf } from '@chat/contracts';

/** Matches `{user_id}`, and `{path...}`, which has the rest of the path. */
export const PATH_PARAMETER = /\{(\w+)(\.{3})?\}/g;

/** The fields of an endpoint in its path, in order. Throws for a path parameter without a field. */
export const pathFieldsOf = ({ path, parameters }: Pick<Endpoint, 'path' | 'parameters'>): readonly DescribedField[] =>
  [...path.matchAll(PATH_PARAMETER)].map(([, name]) => {
    const field = fieldsOf(parameters).find(({ wireName }) => wireName === name);
    if (field === undefined) throw new Error(`${parameters.name} has no field for {${name}} of ${path}.`);
    return field;
  });

/** The fields of an endpoint in the query or the body. */
export function fieldsOutsidePath(endpoint: Endpoint): readonly DescribedField[] {
  const inPath = new Set(pathFieldsOf(endpoint));
  return fieldsOf(endpoint.parameters).filter((field) => !inPath.has(field));
}
