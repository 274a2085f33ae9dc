import { expect, test } from 'bun:test'
import { colors, contrast, inkOn, palette } from '../../src/shared/palette'

const css = await Bun.file('ui/styles.css').text()

/** Value of a background colour in a theme. */
function ground(theme: 'light' | 'dark', name: string): string {
  const block = css.slice(css.indexOf(`[data-theme="${theme}"] {`))
  return new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block)?.[1] as string
}
const grounds = (['light', 'dark'] as const).flatMap((theme) =>
  ['ground', 'surface', 'raised', 'hover'].map((name) => ground(theme, name)),
)

test('the palette has 50 different colours', () => {
  expect(colors).toHaveLength(50)
  expect(new Set(colors).size).toBe(50)
  expect(new Set(palette.map(({ hue, tone }) => `${hue} ${tone}`)).size).toBe(50)
})

test.each(palette.map((swatch) => [swatch.color, swatch] as const))('text on %s has enough contrast', (color) => {
  expect(contrast(color, inkOn(color))).toBeGreaterThanOrEqual(4.5)
})

test.each(colors)('%s is visible on every background of both themes', (color) => {
  expect(grounds).toHaveLength(8)
  for (const behind of grounds) expect(contrast(color, behind)).toBeGreaterThanOrEqual(3)
})

test('text on a colour outside the palette has enough contrast', () => {
  expect(inkOn('#fff')).toBe('#000000')
  expect(inkOn('#000')).toBe('#ffffff')
  expect(inkOn('#0a7')).toBe('#000000')
  expect(inkOn('red')).toBe('#ffffff')
  expect(contrast('#000', '#ffffff')).toBe(21)
})
