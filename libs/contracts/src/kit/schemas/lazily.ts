/** Computes a value on first use, when every class of the contracts is declared. */
export function lazily<Value>(compute: () => Value): () => Value {
  let value: { readonly computed: Value } | undefined;
  return () => {
    value ??= { computed: compute() };
    return value.computed;
  };
}
