import { expect, test } from 'bun:test'
import { colors, contrast, inkOn, palette } from '../../src/shared/palette'

const css = await Bun.file('ui/styles.css').text()

/** What a theme calls a ground. */
function ground(theme: 'light' | 'dark', name: string): string {
  const block = css.slice(css.indexOf(`[data-theme="${theme}"] {`))
  return new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block)?.[1] as string
}
const grounds = (['light', 'dark'] as const).flatMap((theme) =>
  ['ground', 'surface', 'raised', 'hover'].map((name) => ground(theme, name)),
)

test('there are 50 colours, each once', () => {
  expect(colors).toHaveLength(50)
  expect(new Set(colors).size).toBe(50)
  expect(new Set(palette.map(({ hue, tone }) => `${hue} ${tone}`)).size).toBe(50)
})

test.each(palette.map((swatch) => [swatch.color, swatch] as const))('words on %s are readable', (color) => {
  expect(contrast(color, inkOn(color))).toBeGreaterThanOrEqual(4.5)
})

test.each(colors)('%s is seen as a dot or a line on every ground of both themes', (color) => {
  expect(grounds).toHaveLength(8)
  for (const behind of grounds) expect(contrast(color, behind)).toBeGreaterThanOrEqual(3)
})

test('the ink of what is no colour of ours is one that can be read', () => {
  expect(inkOn('#fff')).toBe('#000000')
  expect(inkOn('#000')).toBe('#ffffff')
  expect(inkOn('#0a7')).toBe('#000000')
  expect(inkOn('red')).toBe('#ffffff')
  expect(contrast('#000', '#ffffff')).toBe(21)
})
