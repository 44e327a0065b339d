import { getMetadataStorage } from 'class-validator';

/**
 * Has class-validator remember the rules of a class. By itself it gathers them anew for each object, from those of all classes that
 * there are; with a hundred contracts that costs more than checking. Rules are declared while modules are loaded, and never change
 * after the first object of their class is checked. For validations without schemas and groups, which are all that we have.
 */
export function rememberRules(): void {
  const storage = getMetadataStorage();
  type Rules = ReturnType<typeof storage.getTargetValidationMetadatas>;
  const gather = storage.getTargetValidationMetadatas.bind(storage);
  const group = storage.groupByPropertyName.bind(storage);
  const rulesOf = new Map<unknown, Rules>();
  const groupsOf = new WeakMap<Rules, ReturnType<typeof group>>();

  storage.getTargetValidationMetadatas = (type, schema, always, strictGroups, groups) => {
    if (schema || always || strictGroups || groups?.length) return gather(type, schema, always, strictGroups, groups);
    let rules = rulesOf.get(type);
    if (rules === undefined) {
      rules = gather(type, schema, always, strictGroups, groups);
      rulesOf.set(type, rules);
    }
    return rules;
  };
  storage.groupByPropertyName = (rules) => {
    let grouped = groupsOf.get(rules);
    if (grouped === undefined) {
      grouped = group(rules);
      groupsOf.set(rules, grouped);
    }
    return grouped;
  };
}
