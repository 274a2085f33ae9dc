import { type ReactElement, useState } from 'react'
import { foldText } from '../../../../../src/shared/text'
import { Button } from '../../../../components/button'
import { ColorDot } from '../../../../components/color-dot'
import { Popover } from '../../../../components/popover'
import { useTranslation } from '../../../../lib/use-translation'

interface Option {
  id: number
  name: string
  /** `#rrggbb`, shown as a dot. */
  color?: string
}
interface CheckboxPopoverProps {
  trigger: ReactElement<{ popoverTarget?: string; 'data-open'?: true }>
  label: string
  options: Option[]
  chosen: number[]
  onChange: (ids: number[]) => void
  empty: string
  align?: 'start' | 'end'
}

/** Number of options from which a search field is shown. */
const searchFrom = 8

/** Button with a panel of checkboxes. */
export function CheckboxPopover({ trigger, label, align, ...rest }: CheckboxPopoverProps) {
  return (
    <Popover trigger={trigger} label={label} align={align} className="w-64">
      <CheckboxPanel label={label} {...rest} />
    </Popover>
  )
}

function CheckboxPanel({ label, options, chosen, onChange, empty }: Omit<CheckboxPopoverProps, 'trigger' | 'align'>) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const shown = options.filter(({ name }) => foldText(name).includes(foldText(text)))
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-semibold text-sm">{label}</legend>
      {options.length > searchFrom && (
        <input
          type="search"
          aria-label={t('common.search')}
          placeholder={t('common.search')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="mb-1 h-control-sm w-full rounded-md border border-edge bg-surface px-2 text-sm placeholder:text-faint"
        />
      )}
      {options.length === 0 && <p className="text-muted text-sm">{empty}</p>}
      <div className="-mx-1 flex max-h-64 flex-col overflow-y-auto">
        {shown.map(({ id, name, color }) => (
          <label
            key={id}
            className="flex min-h-control-sm cursor-pointer items-center gap-2 rounded-md px-2 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-2"
          >
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
              className="size-4 shrink-0 accent-accent outline-none"
            />
            {color && <ColorDot color={color} />}
            <span className="min-w-0 truncate">{name}</span>
          </label>
        ))}
      </div>
      {chosen.length > 0 && (
        <Button size="sm" variant="quiet" className="mt-1 self-end" onClick={() => onChange([])}>
          {t('common.clear')}
        </Button>
      )}
    </fieldset>
  )
}
