/** Content encodings of responses, the preferred one first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The best of the available encodings that an `Accept-Encoding` header allows. A header that cannot be read allows none. */
export function acceptedEncoding(
  header: string | undefined,
  isAvailable: (encoding: Encoding) => boolean = () => true,
): Encoding | undefined {
  if (header === undefined || header === '') return undefined;
  const weights = new Map(header.split(',').map(weightOf));
  const isAccepted = (encoding: Encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
  return ENCODINGS.find((encoding) => isAvailable(encoding) && isAccepted(encoding));
}

function weightOf(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [name, weight === undefined ? 1 : Number(weight)];
}
