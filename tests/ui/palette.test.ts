import { expect, test } from 'bun:test'
import { colors, contrast, inkOn, palette } from '../../src/shared/palette'

const css = await Bun.file('ui/styles.css').text()

/** Value of a background colour after a selector. */
function colorAfter(selector: string, name: string): string {
  const block = css.slice(css.indexOf(`${selector} {`))
  return new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block)?.[1] as string
}
const ground = (theme: 'light' | 'dark', name: string) => colorAfter(`[data-theme="${theme}"]`, name)
const darkRaisedHover = colorAfter('[data-theme="dark"] .bg-raised', 'hover')
const grounds = (['light', 'dark'] as const)
  .flatMap((theme) => ['ground', 'surface', 'raised', 'hover'].map((name) => ground(theme, name)))
  .concat(darkRaisedHover)

test('the palette has 50 different colours', () => {
  expect(colors).toHaveLength(50)
  expect(new Set(colors).size).toBe(50)
  expect(new Set(palette.map(({ hue, tone }) => `${hue} ${tone}`)).size).toBe(50)
})

test.each(palette.map((swatch) => [swatch.color, swatch] as const))('text on %s has enough contrast', (color) => {
  expect(contrast(color, inkOn(color))).toBeGreaterThanOrEqual(4.5)
})

test.each(colors)('%s is visible on every background of both themes', (color) => {
  expect(grounds).toHaveLength(9)
  for (const behind of grounds) expect(contrast(color, behind)).toBeGreaterThanOrEqual(3)
})

test.each([
  ['page, light', ground('light', 'surface'), ground('light', 'hover')],
  ['menu, light', ground('light', 'raised'), ground('light', 'hover')],
  ['page, dark', ground('dark', 'surface'), ground('dark', 'hover')],
  ['menu, dark', ground('dark', 'raised'), darkRaisedHover],
])('the row under the pointer or the keyboard is visible on a %s', (_where, background, hover) => {
  expect(contrast(background, hover)).toBeGreaterThanOrEqual(1.08)
})

test('text on a colour outside the palette has enough contrast', () => {
  expect(inkOn('#fff')).toBe('#000000')
  expect(inkOn('#000')).toBe('#ffffff')
  expect(inkOn('#0a7')).toBe('#000000')
  expect(inkOn('red')).toBe('#ffffff')
  expect(contrast('#000', '#ffffff')).toBe(21)
})
