import './design/layers.css';
import '@fontsource-variable/atkinson-hyperlegible-mono';
import '@fontsource-variable/atkinson-hyperlegible-next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { ClientProvider } from './client/index.js';
import { bestLanguage, LanguageProvider, loadLanguage } from './languages/index.js';
import { startClient } from './session/index.js';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element "root".');
const client = await startClient();
const settings = client.changes.client.state.field('user_settings');
const wanted = settings?.default_language === undefined ? [] : [settings.default_language];
const language = await loadLanguage(bestLanguage([...wanted, ...navigator.languages]));
document.documentElement.lang = language.tag;
document.documentElement.dir = language.direction;
createRoot(root).render(
  <StrictMode>
    <ClientProvider value={client}>
      <LanguageProvider language={language} twentyFourHours={settings?.twenty_four_hour_time ?? true}>
        <App />
      </LanguageProvider>
    </ClientProvider>
  </StrictMode>,
);
