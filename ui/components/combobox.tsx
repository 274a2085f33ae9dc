import { ComboboxInput, ComboboxOption, ComboboxOptions, Combobox as Headless } from '@headlessui/react'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../lib/classes'
import { useTranslation } from '../lib/use-translation'
import { controlClass, type FieldFrame, FieldShell } from './field'
import { IconButton } from './icon-button'

interface ComboboxProps<T> extends FieldFrame {
  value: T | null
  onChange: (value: T | null) => void
  /** Results for the typed text; null while the request is in flight. */
  found: T[] | null
  onType: (text: string) => void
  nameOf: (value: T) => string
  render: (value: T) => ReactNode
  /** Message shown in place of options: a hint what to type, or that nothing was found. */
  said?: ReactNode
  /** Last option, an action instead of a value, such as creating the missing row. */
  last?: { label: string; icon?: ReactNode; run: () => void } | false
  problem?: string | null
  placeholder?: string
  autoFocus?: boolean
}

/** Ids of entries in the list that are not values. */
const lastId = -1
const saidId = -2

/** Field that searches one value out of many while typing; keyboard behaviour comes from Headless UI. */
export function Combobox<T extends { id: number }>(props: ComboboxProps<T>) {
  const { value, onChange, onType, nameOf, problem = null, placeholder, autoFocus, last, ...frame } = props
  const { t } = useTranslation()
  const choose = (chosen: T | null) => {
    if (chosen?.id !== lastId) onChange(chosen)
    else if (last) last.run()
  }
  return (
    <FieldShell label={frame.label} hint={frame.hint} optional={frame.optional} problem={problem}>
      {(control) => (
        <Headless immediate value={value} by="id" onChange={choose} onClose={() => onType('')}>
          <div className="relative">
            <ComboboxInput
              {...control}
              autoComplete="off"
              data-autofocus={autoFocus || undefined}
              placeholder={placeholder}
              displayValue={(chosen: T | null) => (chosen ? nameOf(chosen) : '')}
              onChange={({ target }) => onType(target.value)}
              className={classes(controlClass, 'h-control pr-10 pl-3')}
            />
            {value && (
              <IconButton
                size="sm"
                label={t('common.clear')}
                onClick={() => onChange(null)}
                className="absolute! top-1/2 right-1 -translate-y-1/2"
              >
                <X aria-hidden />
              </IconButton>
            )}
          </div>
          <Found {...props} />
        </Headless>
      )}
    </FieldShell>
  )
}

const optionClass =
  'flex min-h-control cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 data-focus:bg-hover [&_svg]:size-4'

function Found<T extends { id: number }>({ found, render, said, last }: ComboboxProps<T>) {
  if (!found?.length && !said && !last) return null
  return (
    <ComboboxOptions
      anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
      className="z-50 max-h-72! w-(--input-width) overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-float empty:invisible focus:outline-none"
    >
      {found?.map((one) => (
        <ComboboxOption key={one.id} value={one} className={optionClass}>
          {render(one)}
        </ComboboxOption>
      ))}
      {said && (
        <ComboboxOption disabled value={{ id: saidId }} className="px-3 py-2 text-muted text-sm">
          {said}
        </ComboboxOption>
      )}
      {last && (
        <ComboboxOption value={{ id: lastId }} className={classes(optionClass, 'text-muted')}>
          {last.icon}
          {last.label}
        </ComboboxOption>
      )}
    </ComboboxOptions>
  )
}
