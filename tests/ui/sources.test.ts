import { expect, test } from 'bun:test'

/**
 * Colours, sizes and weights of the interface come from the tokens in ui/styles.css (docs/design.md). Finds those written
 * out in a component or a page.
 */

const css = await Bun.file('ui/styles.css').text()
const files = [...new Bun.Glob('ui/**/*.{ts,tsx}').scanSync()].filter((file) => !file.startsWith('ui/i18n/')).sort()

const refused: [what: string, pattern: RegExp][] = [
  [
    'a colour; use a colour of @theme, or color-dot.tsx for one of a queue or tag',
    /(?<=['"`[(\s])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b/gi,
  ],
  ['a colour function; use a colour of @theme', /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\((?=[\d\s.$]|from)/g],
  [
    'a colour of Tailwind',
    /\b(?:bg|text|border|fill|stroke|ring|outline|divide)-(?:slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)-\d+/g,
  ],
  ['a text size; use text-2xs, xs, sm, base, md, lg, xl or 2xl', /\btext-(?:[3-9]xl|\[\d[^\]]*\])/g],
  [
    'a weight; use font-normal, font-medium or font-semibold',
    /\bfont-(?:thin|extralight|light|bold|extrabold|black|\[\d+\])/g,
  ],
  [
    'a radius; use rounded-sm, md, lg, xl or full',
    /\brounded(?:-(?:[trbl]|tl|tr|bl|br|s|e))?(?:-(?:xs|2xl|3xl|4xl|\[[^\]]*\])|(?=[\s'"`!]))/g,
  ],
  ['a shadow; use shadow-e1 or shadow-e2', /(?<![\w-])shadow-(?!e[12]\b|none\b)[\w[]+/g],
  [
    'a length; use a step of the scale',
    /\b(?<!rounded-)(?!min\b|max\b|text\b|rounded\b)[a-z]+-\[-?[\d.]+(?:px|rem|em)\]/g,
  ],
  ['a style; use a class', /\b(?:fontWeight|lineHeight|boxShadow|letterSpacing): /g],
]
/** Numbers that a library takes as text sizes and radii. */
const scales = [
  { pattern: /\bfontSize: ?['"`{]?([^,\s}'"]+)/g, allowed: ['11', '12', '13', '14', '15', '16', '20', '24'] },
  { pattern: /\bborderRadius: ?['"`{]?([^,\s}'"]+)/g, allowed: ['6', '8', '10', '12', 'clearance'] },
]

/** Lines with a value that is no token, each with its file. */
function findRawValues(file: string, source: string): string[] {
  const text = withoutComments(source)
  const found = refused.flatMap(([what, pattern]) => [...text.matchAll(pattern)].map((match) => ({ what, match })))
  const offScale = scales.flatMap(({ pattern, allowed }) =>
    [...text.matchAll(pattern)]
      .filter(([, value = '']) => !allowed.includes(value))
      .map((match) => ({ what: 'a size', match })),
  )
  return [...found, ...offScale].map(
    ({ what, match }) => `${file}:${text.slice(0, match.index).split('\n').length}: ${match[0]} is ${what}`,
  )
}

const withoutComments = (source: string) =>
  source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ' '))

test('components and pages have no colour, size, weight, radius and shadow of their own', async () => {
  const found: string[] = []
  for (const file of files) found.push(...findRawValues(file, await Bun.file(file).text()))
  expect(found).toEqual([])
})

test.each([
  [`<p className="text-[10px]" />`, 1],
  [`<p className="text-3xl font-bold" />`, 2],
  [`<p className="rounded" />`, 1],
  [`<p className="rounded-t-[5px] shadow-lg" />`, 2],
  [`<p className="bg-[#e3b100]/10 text-red-500" />`, 2],
  [`<p style={{ color: 'rgb(1 2 3)' }} />`, 1],
  ['const a = { fill: `hsl(150 45% 88%)` }', 1],
  [`const a = { fontSize: 17, borderRadius: 4 }`, 2],
  [`<p className="p-[3px]" />`, 1],
  [`<p className="text-2xs rounded-t-xl shadow-e1 max-w-[min(88%,40rem)] font-medium text-[color:inherit]" />`, 0],
  [`// #fff is white\n<a href="#content" />`, 0],
  [`const a = { fontSize: 12, borderRadius: 8, fill: 'var(--muted)' }`, 0],
])('%j has %d values that are no tokens', (source, count) => {
  expect(findRawValues('a.tsx', source)).toHaveLength(count)
})

test('documents without the style sheet use colours of the tokens', async () => {
  for (const file of ['ui/index.html', 'ui/service-worker/worker.js', 'src/pwa.ts', 'ui/icon.svg']) {
    const colors = (await Bun.file(file).text()).match(/#[0-9a-f]{3,6}\b/g) ?? []
    expect(colors.length).toBeGreaterThan(0)
    for (const color of colors) expect(css).toContain(`: ${color === '#fff' ? '#ffffff' : color};`)
  }
})

test('the style sheet names the sizes, weights, radii and shadows of the design, and no others', () => {
  const values = (pattern: RegExp) => [...css.matchAll(pattern)].map(([, value]) => value)
  expect(values(/--text-\w+: ([\d.]+)rem/g).map((rem) => Number(rem) * 16)).toEqual([11, 12, 13, 14, 15, 16, 20, 24])
  expect(values(/--text-\w+--line-height: ([\d.]+)rem/g).map((rem) => Number(rem) * 16)).toEqual([
    14, 16, 18, 20, 21, 24, 28, 32,
  ])
  expect(values(/--font-weight-\w+: (\d+)/g)).toEqual(['400', '500', '600'])
  expect(values(/--radius-\w+: (\d+)px/g)).toEqual(['6', '8', '10', '12', '999'])
  expect(values(/--shadow-(\w+):/g)).toEqual(['e1', 'e2'])
})
