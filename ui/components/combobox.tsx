import { ComboboxInput, ComboboxOption, ComboboxOptions, Combobox as Headless } from '@headlessui/react'
import { X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { classes } from '../lib/classes'
import { useTranslation } from '../lib/use-translation'
import { controlClass, type FieldFrame, FieldShell } from './field'
import { IconButton } from './icon-button'

interface ComboboxProps<T> extends FieldFrame {
  value: T | null
  onChange: (value: T | null) => void
  /** Results for the typed text; null while the request is in flight. */
  options: T[] | null
  onType: (text: string) => void
  nameOf: (value: T) => string
  render: (value: T) => ReactNode
  /** Message shown in place of options: a hint what to type, or that nothing was found. */
  message?: ReactNode
  /** Last option, an action instead of a value, such as creating the missing row. */
  action?: { label: string; icon?: ReactNode; run: () => void } | false
  problem?: string | null
  placeholder?: string
  autoFocus?: boolean
  /** Shows the options below the field all the time, in the page instead of above it. */
  isListed?: boolean
}

/** Ids of entries in the list that are not values. */
const actionId = -1
const messageId = -2

/** Field that searches one value out of many while typing; keyboard behaviour comes from Headless UI. */
export function Combobox<T extends { id: number }>(props: ComboboxProps<T>) {
  const { value, onChange, onType, nameOf, problem = null, placeholder, autoFocus, action, isListed, ...frame } = props
  const { t } = useTranslation()
  const choose = (chosen: T | null) => {
    if (chosen?.id !== actionId) onChange(chosen)
    else if (action) action.run()
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
              onKeyDown={isListed ? leaveEscapeToDialog : undefined}
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
          {isListed ? <ListedOptions {...props} /> : <Options {...props} />}
        </Headless>
      )}
    </FieldShell>
  )
}

/** Headless UI marks Escape as handled while its list is open; a list that stays has nothing to close. */
function leaveEscapeToDialog(event: KeyboardEvent) {
  if (event.key === 'Escape') event.preventDefault = () => undefined
}

const optionClass =
  'flex min-h-control cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 data-focus:bg-hover [&_svg]:size-4'

/** A list on screen is never without an option: while the request is in flight, an option says so. */
function ListedOptions<T extends { id: number }>({ label, options, render, message }: ComboboxProps<T>) {
  const { t } = useTranslation()
  return (
    <ComboboxOptions
      static
      modal={false}
      aria-label={label}
      className="mt-1 max-h-52 overflow-y-auto rounded-md border border-line bg-surface p-1 focus:outline-none"
    >
      {options?.map((one) => (
        <ComboboxOption key={one.id} value={one} className={classes(optionClass, 'data-selected:bg-selected')}>
          {render(one)}
        </ComboboxOption>
      ))}
      <Message text={options ? message : t('common.loading')} />
    </ComboboxOptions>
  )
}

/** Text in place of options, as an option that cannot be chosen: a listbox contains nothing else. */
function Message({ text }: { text: ReactNode }) {
  if (!text) return null
  return (
    <ComboboxOption disabled value={{ id: messageId }} className="px-3 py-2 text-muted text-sm">
      {text}
    </ComboboxOption>
  )
}

/** Not modal: the first click on another control, such as "Cancel", closes the list and acts. */
function Options<T extends { id: number }>({ options, render, message, action }: ComboboxProps<T>) {
  if (!options?.length && !message && !action) return null
  return (
    <ComboboxOptions
      modal={false}
      anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
      className="z-50 max-h-72! w-(--input-width) overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-e2 empty:invisible focus:outline-none"
    >
      {options?.map((one) => (
        <ComboboxOption key={one.id} value={one} className={optionClass}>
          {render(one)}
        </ComboboxOption>
      ))}
      <Message text={message} />
      {action && (
        <ComboboxOption value={{ id: actionId }} className={classes(optionClass, 'text-muted')}>
          {action.icon}
          {action.label}
        </ComboboxOption>
      )}
    </ComboboxOptions>
  )
}
