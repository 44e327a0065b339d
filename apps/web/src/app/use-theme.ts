import { useEffect, useSyncExternalStore } from 'react';
import { useField } from '../client/index.js';
import { densityOf, onDensity } from '../design/density.js';

const THEMES = ['auto', 'dark', 'light'] as const;

/** Brings the settings of appearance to the root element, where the tokens read them. */
export function useTheme(): void {
  const settings = useField('user_settings');
  const theme = THEMES[(settings?.color_scheme ?? 1) - 1] ?? 'auto';
  const wantsContrast = settings?.high_contrast_mode === true;
  const width = settings?.fluid_layout_width === true ? 'fluid' : 'fixed';
  const emoji = settings?.emojiset;
  const density = useSyncExternalStore(onDensity, () => densityOf(settings?.dense_mode !== false));
  useEffect(() => {
    const root = document.documentElement;
    root.dataset.theme = theme;
    root.dataset.density = density;
    root.dataset.width = width;
    root.dataset.emoji = emoji;
    const system = matchMedia('(prefers-contrast: more)');
    const apply = () => {
      if (wantsContrast || system.matches) root.dataset.contrast = 'more';
      else delete root.dataset.contrast;
    };
    apply();
    system.addEventListener('change', apply);
    return () => system.removeEventListener('change', apply);
  }, [theme, wantsContrast, density, width, emoji]);
}
