const ORDER = '@layer reset, tokens, base, components;';

/** Begins each built sheet with the order of the layers: the sheets of shared chunks load before the one of the entry. */
export function layerOrder() {
  return {
    name: 'layer-order',
    generateBundle(_, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type === 'asset' && asset.fileName.endsWith('.css')) asset.source = `${ORDER}${asset.source}`;
      }
    },
  };
}
