// Measures the cost of rendering. Run after `tsc -b libs/markdown`: node libs/markdown/scripts/measure.mjs
const started = performance.now();
const { renderMessage } = await import('../dist/index.js');
console.log(`import          ${(performance.now() - started).toFixed(1)} ms`);

const context = {
  realmUrl: 'https://chat.example.com',
  users: [{ id: 7, fullName: 'Ana Lima' }],
  linkifiers: [{ id: 1, pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://bugs.example.com/{id}' }],
  inlineImagePreview: true,
};
const first = performance.now();
renderMessage('hello *you*', context);
console.log(`first render    ${(performance.now() - first).toFixed(1)} ms`);

const messages = {
  plain: 'The quick brown fox jumps over the lazy dog and then it goes home to sleep until the next long day',
  punctuation: "It's done: the build passes (on main); we can release it today, I think. What do you say? Ping me!",
  markup: 'Hi @**Ana Lima**, see **this** and `code` about #123 :tada: https://example.com/path?x=1 thanks *a lot*',
  blocks:
    'Agenda\n* first thing\n* second thing\n  * nested thing\n1. one\n2. two\n\n> a quote\n> with two lines of it',
  code: '```python\ndef f(x):\n    return [y * 2 for y in x if y > 0]  # doubled\n\nprint(f([1, 2, 3]), "done")\n```',
  formula: 'so $$\\int_0^1 x^2 dx = \\frac{1}{3}$$ and therefore it holds for all the others as well, does it not?',
};
for (const [name, source] of Object.entries(messages)) {
  for (let run = 0; run < 2_000; run++) renderMessage(source, context);
  const rounds = [];
  for (let round = 0; round < 5; round++) {
    const begin = performance.now();
    for (let run = 0; run < 2_000; run++) renderMessage(source, context);
    rounds.push(((performance.now() - begin) / 2_000) * 1_000);
  }
  console.log(`${name.padEnd(15)} ${Math.min(...rounds).toFixed(1)} µs  (${source.length} characters)`);
}
