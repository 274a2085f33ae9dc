/** OKLCH (CSS Color 4): lightness 0 to 1, chroma from 0, hue in degrees. Equal steps look equal in every hue. */
interface Oklch {
  l: number
  c: number
  h: number
}
type Triple = [number, number, number]

/** `#rrggbb` as OKLCH. */
export function toOklch(color: string): Oklch {
  const [l, a, b] = toOklab(color)
  return { l, c: Math.hypot(a, b), h: (Math.atan2(b, a) * 180) / Math.PI }
}

/** OKLCH as `#rrggbb`; parts outside of sRGB are cut off. */
export function fromOklch({ l, c, h }: Oklch): string {
  const angle = (h * Math.PI) / 180
  return fromOklab([l, c * Math.cos(angle), c * Math.sin(angle)])
}

/** CSS `color-mix(in oklab, color share, ground)` of two `#rrggbb` as `#rrggbb`. `share` is 0 to 1. */
export function mixColors(color: string, share: number, ground: string): string {
  const [one, other] = [toOklab(color), toOklab(ground)]
  return fromOklab(one.map((part, at) => part * share + (other[at] as number) * (1 - share)) as Triple)
}

// Matrices of the OKLab definition for linear sRGB (Björn Ottosson, 2020).
function toOklab(color: string): Triple {
  const [r, g, b] = [1, 3, 5].map((at) => toLinear(Number.parseInt(color.slice(at, at + 2), 16) / 255)) as Triple
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear: Triple = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${linear.map(toHex).join('')}`
}

/** Linear share of an sRGB share, both 0 to 1. */
export const toLinear = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)

function toHex(linear: number): string {
  const held = Math.min(1, Math.max(0, linear))
  const share = held <= 0.0031308 ? held * 12.92 : 1.055 * held ** (1 / 2.4) - 0.055
  return Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')
}
