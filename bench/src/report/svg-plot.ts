import type { Plot } from '../measurement.js';
import { rounded } from './table.js';

const WIDTH = 640;
const HEIGHT = 360;
const MARGIN = { left: 70, right: 20, top: 40, bottom: 50 };
const COLORS = ['#2563eb', '#dc2626', '#059669', '#d97706', '#7c3aed', '#0891b2', '#be185d', '#4d7c0f'];
const TICKS = 5;

/** A line chart as SVG text, readable on light and dark pages. */
export function svgOf(plot: Plot): string {
  const points = plot.series.flatMap((series) => series.points);
  const [xs, ys] = [points.map(([at]) => at), points.map(([, at]) => at)];
  const x = scale(xs, MARGIN.left, WIDTH - MARGIN.right, false);
  const y = scale(ys, HEIGHT - MARGIN.bottom, MARGIN.top, true);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text(WIDTH / 2, 22, plot.title, 'middle', 15),
    text(WIDTH / 2, HEIGHT - 12, plot.xLabel, 'middle'),
    `<g transform="rotate(-90 16 ${HEIGHT / 2})">${text(16, HEIGHT / 2, plot.yLabel, 'middle')}</g>`,
    ...x.ticks.map((tick) => text(x.at(tick), HEIGHT - MARGIN.bottom + 18, rounded(tick), 'middle')),
    ...y.ticks.flatMap((tick) => [
      `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y.at(tick)}" y2="${y.at(tick)}" stroke="#dddddd"/>`,
      text(MARGIN.left - 8, y.at(tick) + 4, rounded(tick), 'end'),
    ]),
    ...plot.series.flatMap(({ label, points: ofSeries }, index) => {
      const color = COLORS[index % COLORS.length] as string;
      const path = ofSeries.map(([px, py]) => `${x.at(px).toFixed(1)},${y.at(py).toFixed(1)}`).join(' ');
      return [
        `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>`,
        `<g fill="${color}">${text(MARGIN.left + 12, MARGIN.top + 16 + 16 * index, label, 'start')}</g>`,
      ];
    }),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

function scale(values: readonly number[], from: number, to: number, fromZero: boolean) {
  const least = fromZero ? 0 : Math.min(...values);
  const most = Math.max(...values, least + Number.EPSILON);
  return {
    at: (value: number) => from + ((value - least) / (most - least)) * (to - from),
    ticks: Array.from({ length: TICKS + 1 }, (_, index) => least + ((most - least) * index) / TICKS),
  };
}

function text(x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end', size = 12): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${size}">${escaped}</text>`;
}
