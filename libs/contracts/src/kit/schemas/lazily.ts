/** Computes the value on first use, after all classes are declared. */
export function lazily<Value>(compute: () => Value): () => Value {
  let value: { readonly computed: Value } | undefined;
  return () => {
    value ??= { computed: compute() };
    return value.computed;
  };
}
