import { create } from 'content-disposition';

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
const FILMS_AND_SOUNDS = [
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/vnd.wave',
  'audio/wav',
  'audio/webm',
  'audio/x-wav',
  'video/mp4',
  'video/ogg',
  'video/quicktime',
  'video/webm',
];
const PDF = 'application/pdf';
/** The only types that browsers show; they store all other files. */
const INLINE_TYPES: ReadonlySet<string> = new Set([...PICTURES, ...FILMS_AND_SOUNDS, PDF]);

/** Types with content that a browser could run, or that loads further content. */
const RUNNABLE = /html|(?<!open)xml|svg|script|css|multipart|flash|wasm|message\/|manifest|java/;

/** A browser neither plays films nor shows PDF in a sandbox. */
const POLICIES = {
  sandboxed: "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox; frame-ancestors 'none'",
  film: "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; frame-ancestors 'none'",
  pdf: "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; object-src 'self'; frame-ancestors 'none'",
};

interface DescribedFile {
  readonly name: string;
  readonly contentType: string;
  readonly etag: string;
  readonly asAttachment: boolean;
}

/** Headers of every response with the file or with news of it. */
export function fileHeaders({ name, contentType, etag, asAttachment }: DescribedFile): Record<string, string> {
  const isInline = INLINE_TYPES.has(contentType) && !asAttachment;
  return {
    'content-type': RUNNABLE.test(contentType) ? 'application/octet-stream' : contentType,
    'content-disposition': create(name, { type: isInline ? 'inline' : 'attachment' }),
    'content-security-policy': isInline ? policyOf(contentType) : POLICIES.sandboxed,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, immutable',
    'accept-ranges': 'bytes',
    etag,
  };
}

function policyOf(contentType: string): string {
  if (contentType === PDF) return POLICIES.pdf;
  return FILMS_AND_SOUNDS.includes(contentType) ? POLICIES.film : POLICIES.sandboxed;
}
