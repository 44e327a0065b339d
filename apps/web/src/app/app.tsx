import { I18nProvider } from 'react-aria-components';
import styles from './app.module.css';

export function App() {
  return (
    <I18nProvider locale={document.documentElement.lang}>
      <main className={styles.app}>
        <h1>Chat</h1>
      </main>
    </I18nProvider>
  );
}
