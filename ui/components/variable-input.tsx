import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { classes } from '../lib/classes'
import { replaceText, type TextField } from '../lib/replace-text'
import { useTranslation } from '../lib/use-translation'
import { type Begun, begunVariable, completeVariable, matchingNames } from '../lib/variable-completion'
import { type ControlProps, controlClass } from './field'

interface VariableInputProps {
  /** Names that are offered. */
  names: string[]
  /** True if `{name}` is a variable as well as `{{name}}`. */
  allowsSingle?: boolean
  value: string
  onChange: (text: string) => void
  onBlur?: () => void
  /** Makes it a textarea. */
  rows?: number
  /** Accessible name when no visible label names it. */
  label?: string
  control?: Partial<ControlProps>
  placeholder?: string
  autoFocus?: boolean
  disabled?: boolean
  maxLength?: number
  inputRef?: RefObject<TextField | null>
  className?: string
}

/** Text field that completes variables after the braces: arrows choose, Enter or Tab accepts, Escape closes the list. */
export function VariableInput(props: VariableInputProps) {
  const { names, allowsSingle = false, value, onChange, rows, label, control, inputRef, className, ...rest } = props
  const own = useRef<TextField>(null)
  const input = inputRef ?? own
  const listId = useId()
  const completion = useCompletion({ input, names, allowsSingle })
  const { openVariable, matches, at, look, close, accept, onKeyDown } = completion
  const isOpen = openVariable !== null && matches.length > 0
  const { autoFocus, ...attributes } = rest
  const shared = {
    ...{ ...control, ...attributes, value, 'aria-label': label, onKeyDown },
    ...{ 'data-autofocus': autoFocus || undefined, autoComplete: 'off', 'aria-autocomplete': 'list' as const },
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': isOpen ? `${listId}-${at}` : undefined,
    onSelect: look,
    onBlur: () => {
      close()
      rest.onBlur?.()
    },
  }
  return (
    <div className="relative min-w-0 flex-1">
      {rows ? (
        <textarea
          {...shared}
          ref={input as RefObject<HTMLTextAreaElement>}
          rows={rows}
          onChange={({ target }) => onChange(target.value)}
          className={classes(controlClass, 'resize-y px-3 py-2', className)}
        />
      ) : (
        <input
          {...shared}
          ref={input as RefObject<HTMLInputElement>}
          onChange={({ target }) => onChange(target.value)}
          className={classes(controlClass, 'h-control px-3', className)}
        />
      )}
      {isOpen && <Names id={listId} names={matches} openVariable={openVariable} at={at} onPick={accept} />}
    </div>
  )
}

interface CompletionOptions extends Required<Pick<VariableInputProps, 'names' | 'allowsSingle'>> {
  input: RefObject<TextField | null>
}

function useCompletion({ input, names, allowsSingle }: CompletionOptions) {
  const [openVariable, setBegun] = useState<Begun | null>(null)
  const [at, setAt] = useState(0)
  const matches = openVariable ? matchingNames(names, openVariable.typed).slice(0, 8) : []
  const close = () => setBegun(null)
  const look = () => {
    const { selectionStart, selectionEnd, value: text } = input.current as TextField
    const next = selectionStart === selectionEnd ? begunVariable(text, selectionStart ?? 0, allowsSingle) : null
    if (next?.from === openVariable?.from && next?.typed === openVariable?.typed) return
    setBegun(next)
    setAt(0)
  }
  const accept = (name: string) => {
    if (!openVariable || !input.current) return
    replaceText(input.current, completeVariable(input.current.value, openVariable, name))
    close()
  }
  const act = (key: string): boolean => {
    if (key === 'ArrowDown') setAt((at + 1) % matches.length)
    else if (key === 'ArrowUp') setAt((at - 1 + matches.length) % matches.length)
    else if (key === 'Enter' || key === 'Tab') accept(matches[at] as string)
    else if (key === 'Escape') close()
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!openVariable || matches.length === 0 || event.shiftKey || !act(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { openVariable, matches, at, look, close, accept, onKeyDown }
}

interface NamesProps {
  id: string
  names: string[]
  openVariable: Begun
  at: number
  onPick: (name: string) => void
}

function Names({ id, names, openVariable: { end }, at, onPick }: NamesProps) {
  const { t } = useTranslation()
  const start = '{'.repeat(end.length)
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('variables.list')}
      className="absolute top-full left-0 z-20 mt-1 max-h-56 w-64 max-w-full overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-e2"
    >
      {names.map((name, index) => (
        <div
          key={name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onPointerDown={(event) => {
            // Keeps the focus in the field.
            event.preventDefault()
            onPick(name)
          }}
          className={classes('cursor-pointer truncate rounded-md px-3 py-1.5', index === at && 'bg-hover')}
        >
          {`${start}${name}${end}`}
        </div>
      ))}
    </div>
  )
}
