import { useMemo } from 'react';
import { useClient } from '../client/index.js';
import { useFormats, useText } from '../languages/index.js';
import { namesOf } from '../names/index.js';
import { queryOfAddress } from '../search/index.js';
import type { TitleNames } from './view-title.js';

export function useTitleNames(): TitleNames {
  const client = useClient();
  const text = useText();
  const { list } = useFormats();
  return useMemo(() => {
    const { streamName, userName } = namesOf(client);
    return { text, list, streamName, userName, query: (address) => queryOfAddress(address, { streamName, userName }) };
  }, [client, text, list]);
}
