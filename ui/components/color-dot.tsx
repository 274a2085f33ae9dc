import { tagColors } from '../../src/shared/palette'
import { classes } from '../lib/classes'

/** Value of a CSS property with a colour per theme. */
export const byTheme = (light: string, dark: string) => `light-dark(${light}, ${dark})`

/** CSS colour of a dot or a line in the colour of a queue or tag (`#rrggbb`), visible in both themes. */
export const dotColor = (color: string) => byTheme(tagColors(color, 'light').dot, tagColors(color, 'dark').dot)

/** Dot of 8 px in the colour of a queue or tag; a ring without a colour. The name is next to it. */
export const ColorDot = ({ color, className }: { color?: string; className?: string }) => (
  <span
    aria-hidden
    className={classes('inline-block size-2 shrink-0 rounded-full', !color && 'border border-edge', className)}
    style={color ? { background: dotColor(color) } : undefined}
  />
)
