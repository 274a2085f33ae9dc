import { fromOklch, mixColors, toLinear, toOklch } from './oklch'

/**
 * 50 colours of queues and tags: twelve hues in four tones, and two greys. Their brightness gives a contrast of 3:1 as
 * a dot or line on the light and the dark background, and of 4.5:1 for text on them.
 */
const tones = ['bright', 'deep', 'soft', 'dusk'] as const
type Tone = (typeof tones)[number]

const hues = {
  red: ['#f3504b', '#d03836', '#bb7871', '#9d615b'],
  orange: ['#e06502', '#b95303', '#b67c5e', '#9a6449'],
  amber: ['#bd7c03', '#9d6502', '#ab824e', '#8f6a3a'],
  lime: ['#809205', '#697800', '#838f52', '#6b763e'],
  green: ['#02a02b', '#048322', '#669567', '#507b51'],
  teal: ['#0b9b85', '#03806e', '#639387', '#4a7a6f'],
  cyan: ['#0297ac', '#007c8e', '#60919b', '#487882'],
  blue: ['#008fe4', '#0276bc', '#5c8eba', '#47759d'],
  indigo: ['#677ffe', '#5165e2', '#7887bf', '#616fa1'],
  violet: ['#a56bf6', '#8a54d4', '#9480b8', '#7a689b'],
  magenta: ['#d25aca', '#b243ac', '#aa7aa5', '#8f638a'],
  pink: ['#ee4d86', '#cc366d', '#b97788', '#9b606f'],
} as const
type Hue = keyof typeof hues | 'grey'

export interface Swatch {
  color: string
  hue: Hue
  tone: Tone
}

const greys: Swatch[] = [
  { color: '#858a91', hue: 'grey', tone: 'soft' },
  { color: '#6e7279', hue: 'grey', tone: 'dusk' },
]

/** Ordered by tone, so that each row of the picker shows all hues. */
export const palette: readonly Swatch[] = [
  ...tones.flatMap((tone, at) =>
    Object.entries(hues).map(([hue, shades]) => ({ color: shades[at] as string, hue: hue as Hue, tone })),
  ),
  ...greys,
]
export const colors: readonly string[] = palette.map(({ color }) => color)

export type Theme = 'light' | 'dark'
/** Colours of a tag or a queue in a theme, each `#rrggbb`: ground and text of its chip, and its dot. */
interface TagColors {
  ground: string
  text: string
  dot: string
}

/**
 * How a theme tones colours down (docs/design.md). A ground is this share of the colour in `surface` (the token in
 * ui/styles.css); lightness and chroma are those of OKLCH. `avatar` is the lightness of ground and letters.
 */
const recipes = {
  light: { surface: '#ffffff', share: 0.13, text: 0.42, minDot: 0, avatar: { ground: 0.93, text: 0.37 } },
  dark: { surface: '#151a18', share: 0.24, text: 0.84, minDot: 0.64, avatar: { ground: 0.34, text: 0.885 } },
} as const
const maxTextChroma = 0.13
const avatarChroma = { ground: 0.045, text: 0.08 }

/** Quiet colours of the palette's 50, each made at its first use. */
const ready: Record<Theme, Map<string, TagColors>> = { light: new Map(), dark: new Map() }
const inPalette: ReadonlySet<string> = new Set(colors)

/**
 * Quiet colours of a chip and a dot in a theme. Colours outside of the palette, which the API accepts, are toned down the
 * same way; a text other than `#rrggbb` counts as black.
 */
export function tagColors(color: string, theme: Theme): TagColors {
  if (!inPalette.has(color)) return toneDown(/^#[0-9a-f]{6}$/i.test(color) ? color : black, theme)
  const quiet = ready[theme].get(color) ?? toneDown(color, theme)
  ready[theme].set(color, quiet)
  return quiet
}

function toneDown(color: string, theme: Theme): TagColors {
  const { surface, share, text, minDot } = recipes[theme]
  const { l, c, h } = toOklch(color)
  return {
    ground: mixColors(color, share, surface),
    text: fromOklch({ l: text, c: Math.min(c, maxTextChroma), h }),
    dot: l >= minDot ? color : fromOklch({ l: minDot, c, h }),
  }
}

/** Colours of a picture with initials, by theme: one for each of the palette's twelve hues. */
export const avatarColors: readonly Record<Theme, Omit<TagColors, 'dot'>>[] = Object.values(hues).map(([bright]) => {
  const { h } = toOklch(bright)
  const of = ({ ground, text }: { ground: number; text: number }) => ({
    ground: fromOklch({ l: ground, c: avatarChroma.ground, h }),
    text: fromOklch({ l: text, c: avatarChroma.text, h }),
  })
  return { light: of(recipes.light.avatar), dark: of(recipes.dark.avatar) }
})

const black = '#000000'
const white = '#ffffff'

/** Black or white, whichever has more contrast on the colour (`#rgb` or `#rrggbb`; other texts count as black). */
export function inkOn(color: string): typeof black | typeof white {
  const light = luminance(color)
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? white : black
}

/** WCAG contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function luminance(color: string): number {
  const long = /^#[0-9a-f]{3}$/i.test(color) ? color.replace(/[^#]/g, '$&$&') : color
  if (!/^#[0-9a-f]{6}$/i.test(long)) return 0
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    toLinear(Number.parseInt(long.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Colour of the product without one of its provider: `--brand` in ui/styles.css. */
export const ownBrand = '#0b7a4b'
