import { expect, test } from 'bun:test'
import { avatarColors, colors, contrast, inkOn, palette, type Theme, tagColors } from '../../src/shared/palette'

const css = await Bun.file('ui/styles.css').text()
const themes: Theme[] = ['light', 'dark']

/** Value of a background colour after a selector. */
function colorAfter(selector: string, name: string): string {
  const block = css.slice(css.indexOf(`${selector} {`))
  return new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block)?.[1] as string
}
const ground = (theme: Theme, name: string) => colorAfter(`[data-theme="${theme}"]`, name)
const darkRaisedHover = colorAfter('[data-theme="dark"] .bg-raised', 'hover')
/** Light `selected` is made of the brand; tests/e2e/tokens.test.ts compares it with this value. */
const lightSelected = '#e6f2eb'
const grounds: Record<Theme, string[]> = {
  light: [...['rail', 'ground', 'surface', 'raised', 'hover'].map((name) => ground('light', name)), lightSelected],
  dark: [
    ...['rail', 'ground', 'surface', 'raised', 'hover', 'selected'].map((name) => ground('dark', name)),
    darkRaisedHover,
  ],
}
const inBothThemes = <T>(of: readonly T[]) => themes.flatMap((theme) => of.map((each) => [theme, each] as const))

test('the palette has 50 different colours', () => {
  expect(colors).toHaveLength(50)
  expect(new Set(colors).size).toBe(50)
  expect(new Set(palette.map(({ hue, tone }) => `${hue} ${tone}`)).size).toBe(50)
})

test.each(palette.map((swatch) => [swatch.color, swatch] as const))('text on %s has enough contrast', (color) => {
  expect(contrast(color, inkOn(color))).toBeGreaterThanOrEqual(4.5)
})

test.each(inBothThemes(colors))('%s: the text of a tag in %s has 6.5:1', (theme, color) => {
  const { ground, text } = tagColors(color, theme)
  expect(contrast(ground, text)).toBeGreaterThanOrEqual(6.5)
})

test.each(inBothThemes(colors))('%s: a dot in %s has 3:1 on every ground', (theme, color) => {
  const { dot } = tagColors(color, theme)
  for (const behind of grounds[theme]) expect(contrast(dot, behind)).toBeGreaterThanOrEqual(3)
})

test('the chips of tags are tinted less than the palette, and dots keep its colours in the light theme', () => {
  for (const color of colors) {
    expect(contrast(tagColors(color, 'light').ground, ground('light', 'surface'))).toBeLessThan(1.35)
    expect(contrast(tagColors(color, 'dark').ground, ground('dark', 'surface'))).toBeLessThan(1.7)
    expect(tagColors(color, 'light').dot).toBe(color)
  }
})

test('a colour outside of the palette becomes a readable tag, and a text that is no colour counts as black', () => {
  for (const theme of themes) {
    for (const color of ['#000000', '#ffffff', '#FFFF00', '#00ff00', '#0000ff', '#ff0000']) {
      const { ground, text } = tagColors(color, theme)
      expect(contrast(ground, text)).toBeGreaterThanOrEqual(4.5)
    }
    expect(tagColors('red', theme)).toEqual(tagColors('#000000', theme))
  }
})

test.each(inBothThemes(avatarColors))('%s: initials on picture %# have 7.9:1', (theme, byTheme) => {
  const picture = byTheme[theme]
  expect(avatarColors).toHaveLength(12)
  expect(contrast(picture.ground, picture.text)).toBeGreaterThanOrEqual(7.9)
})

test('the grounds that tags and pictures are made for are those of the tokens', () => {
  for (const theme of themes) expect(grounds[theme].every((color) => /^#[0-9a-f]{6}$/.test(color))).toBe(true)
  expect(ground('light', 'surface')).toBe('#ffffff')
  expect(ground('dark', 'surface')).toBe('#151a18')
})

test.each([
  ['page, light', ground('light', 'surface'), ground('light', 'hover')],
  ['menu, light', ground('light', 'raised'), ground('light', 'hover')],
  ['page, dark', ground('dark', 'surface'), ground('dark', 'hover')],
  ['menu, dark', ground('dark', 'raised'), darkRaisedHover],
])('the row under the pointer or the keyboard is visible on a %s', (_where, background, hover) => {
  expect(contrast(background, hover)).toBeGreaterThanOrEqual(1.08)
})

const blockGroups = ['flow-say', 'flow-ask', 'flow-decide', 'flow-act', 'flow-ai'] as const
test.each(inBothThemes(blockGroups))('%s: the icon of %s has 4.5:1 on panes and canvas', (theme, group) => {
  const color = ground(theme, group)
  for (const behind of ['surface', 'ground', 'raised'])
    expect(contrast(color, ground(theme, behind))).toBeGreaterThanOrEqual(4.5)
})

test('text on a colour outside the palette has enough contrast', () => {
  expect(inkOn('#fff')).toBe('#000000')
  expect(inkOn('#000')).toBe('#ffffff')
  expect(inkOn('#0a7')).toBe('#000000')
  expect(inkOn('red')).toBe('#ffffff')
  expect(contrast('#000', '#ffffff')).toBe(21)
})
