import './design/layers.css';
import '@fontsource-variable/atkinson-hyperlegible-mono';
import '@fontsource-variable/atkinson-hyperlegible-next';
// Only names the font: the browser loads it for the first emoji of this set.
import 'twemoji-colr-font/twemoji.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { Start } from './app/start.js';
import { ClientProvider } from './client/index.js';
import { bestLanguage, LanguageProvider, loadLanguage } from './languages/index.js';
import { keepForOffline } from './offline/index.js';
import { NewRelease } from './release/index.js';
import { openPageClient } from './tabs/index.js';

const element = document.getElementById('root');
if (element === null) throw new Error('The page has no element "root".');
const root = createRoot(element);
const { connections, ready } = openPageClient();
// The likely language loads while the state does.
void loadLanguage(bestLanguage(navigator.languages));

/** Draws the page in the best of the wanted languages. */
async function show(wanted: readonly string[], twentyFourHours: boolean, page: ReactNode): Promise<void> {
  const language = await loadLanguage(bestLanguage([...wanted, ...navigator.languages]));
  document.documentElement.lang = language.tag;
  document.documentElement.dir = language.direction;
  root.render(
    <StrictMode>
      <LanguageProvider language={language} twentyFourHours={twentyFourHours}>
        {page}
        <NewRelease />
      </LanguageProvider>
    </StrictMode>,
  );
}

const endOfStart = connections.subscribe(() => {
  if (connections.get().state === 'lost') void show([], true, <Start connections={connections} />);
});
const client = await ready;
endOfStart();
const { changes } = client;
/** In the language and with the hours of the account, also after they change. */
const showClient = () => {
  const settings = changes.client.state.field('user_settings');
  return show(
    settings?.default_language === undefined ? [] : [settings.default_language],
    settings?.twenty_four_hour_time ?? true,
    <ClientProvider value={client}>
      <App />
    </ClientProvider>,
  );
};
changes.onPart('user_settings', () => void showClient());
await showClient();
keepForOffline();
