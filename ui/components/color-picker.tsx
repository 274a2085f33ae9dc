import { Check } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { inkOn, palette, type Swatch } from '../../src/shared/palette'
import { classes } from '../lib/classes'
import type { Field } from '../lib/form'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { type FieldFrame, FieldShell, useProblemText } from './field'

/** Returns the translated name of a colour, for screen readers and the tooltip. */
function useColorName() {
  const { t } = useTranslation()
  return ({ hue, tone }: Swatch) => t('tags.colorName', { hue: t(`tags.hues.${hue}`), tone: t(`tags.tones.${tone}`) })
}

/** Colour palette as a radio grid: one tab stop, arrow keys in four directions, Home and End within a row. */
export function ColorPicker({ field, ...frame }: FieldFrame & { field: Field<string> }) {
  const nameOf = useColorName()
  const grid = useRef<HTMLDivElement>(null)
  const value = useValue(field.value)
  const problem = useProblemText(useValue(field.problem))
  const chosen = palette.findIndex(({ color }) => color === value)
  const choose = (at: number) => {
    const swatch = palette[at]
    if (!swatch) return
    field.value.value = swatch.color
    ;(grid.current?.children[at] as HTMLElement | undefined)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = indexAfterKey(event.key, Math.max(chosen, 0), columnsOf(grid.current))
    if (to === null) return
    event.preventDefault()
    choose(to)
  }
  return (
    <FieldShell
      {...frame}
      hint={chosen >= 0 ? nameOf(palette[chosen]!) : value ? <OtherColor color={value} /> : frame.hint}
      problem={problem}
    >
      {({ id, ...control }) => (
        <div
          {...control}
          id={id}
          ref={grid}
          role="radiogroup"
          aria-label={frame.label}
          onKeyDown={onKeyDown}
          className="grid grid-cols-7 gap-1 min-[26rem]:grid-cols-12"
        >
          {palette.map((swatch, at) => (
            // biome-ignore lint/a11y/useSemanticElements: radio inputs would be fifty tab stops for some readers.
            <button
              key={swatch.color}
              type="button"
              role="radio"
              aria-checked={at === chosen}
              aria-label={nameOf(swatch)}
              title={nameOf(swatch)}
              tabIndex={at === Math.max(chosen, 0) ? 0 : -1}
              onClick={() => choose(at)}
              style={{ background: swatch.color, color: inkOn(swatch.color) }}
              className={classes(
                'flex aspect-square min-h-7 items-center justify-center rounded-md transition-transform [&_svg]:size-4',
                at === chosen ? 'ring-2 ring-ink ring-offset-2 ring-offset-raised' : 'hover:scale-110',
              )}
            >
              {at === chosen && <Check aria-hidden strokeWidth={3} />}
            </button>
          ))}
        </div>
      )}
    </FieldShell>
  )
}

/** Chosen colour that the palette does not have, as of a record made over the API. */
const OtherColor = ({ color }: { color: string }) => (
  <span className="inline-flex items-center gap-1.5 tabular-nums">
    <span aria-hidden className="size-3 rounded-full" style={{ background: color }} />
    {color}
  </span>
)

/** Number of columns the browser laid out; 12 (one per hue) on a wide screen. */
const columnsOf = (grid: HTMLElement | null) =>
  grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : palette.length

function indexAfterKey(key: string, at: number, columns: number): number | null {
  const row = at - (at % columns)
  const to = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: row,
    End: row + columns - 1,
  }[key]
  if (to === undefined) return null
  return Math.min(Math.max(to, 0), palette.length - 1)
}
