import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';

/** Kept for times without the server: code, and the fonts of Latin texts. Formulas have other fonts. */
const KEPT = /\.(js|css)$|-latin-wght.*\.woff2$/;
const ICONS = [
  { file: 'app.svg', sizes: 'any', type: 'image/svg+xml' },
  { file: 'app-192.png', sizes: '192x192', type: 'image/png' },
  { file: 'app-512.png', sizes: '512x512', type: 'image/png' },
  { file: 'app-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];
/** `--canvas` and `--side` of the light theme. */
const COLORS = { background_color: '#fcfbf7', theme_color: '#f4f3ec' };

/**
 * Adds the parts of an installed program to the built client: icons, the list of files that its service worker keeps, and the web app
 * manifest. The gateway adds the name of the organization to it.
 */
export async function makeInstallable(project, outDir) {
  const icons = [];
  for (const { file, ...icon } of ICONS) {
    icons.push({ src: await addAsset(outDir, file, await readFile(join(project, 'icons', file))), ...icon });
  }
  const [svg, png] = icons;
  const manifest = { id: '/', start_url: '/', scope: '/', display: 'standalone', ...COLORS, icons };
  await writeFile(join(outDir, 'manifest.webmanifest'), JSON.stringify(manifest));
  const files = (await readdir(join(outDir, 'assets'))).filter((name) => KEPT.test(name)).sort();
  const list = JSON.stringify(files.map((name) => `/assets/${name}`));
  const links = [
    `<link rel="icon" href="${svg.src}" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="${png.src}">`,
    `<link rel="offline-files" href="${await addAsset(outDir, 'offline.json', Buffer.from(list))}">`,
  ];
  const page = join(outDir, 'index.html');
  const html = await readFile(page, 'utf8');
  await writeFile(page, html.replace('</head>', `${links.map((link) => `  ${link}\n  `).join('')}</head>`));
}

/** Its name contains a digest, as those of Vite. */
async function addAsset(outDir, file, bytes) {
  const ending = extname(file);
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  const name = `${basename(file, ending)}-${digest}${ending}`;
  await writeFile(join(outDir, 'assets', name), bytes);
  return `/assets/${name}`;
}
