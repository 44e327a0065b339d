import './design/layers.css';
import '@fontsource-variable/atkinson-hyperlegible-mono';
import '@fontsource-variable/atkinson-hyperlegible-next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { bestLanguage, LanguageProvider, loadLanguage } from './languages/index.js';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element "root".');
const language = await loadLanguage(bestLanguage(navigator.languages));
createRoot(root).render(
  <StrictMode>
    <LanguageProvider language={language} twentyFourHours={true}>
      <App />
    </LanguageProvider>
  </StrictMode>,
);
