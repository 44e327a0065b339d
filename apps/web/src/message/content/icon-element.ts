import { ICONS, type IconName } from '../../design/icons.js';

const SVG = 'http://www.w3.org/2000/svg';

/** An icon for elements that are not React's. */
export function iconElement(name: IconName, size: number): SVGSVGElement {
  const icon = document.createElementNS(SVG, 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('width', String(size));
  icon.setAttribute('height', String(size));
  icon.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  icon.append(path);
  return icon;
}
