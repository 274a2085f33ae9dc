import { type KeyboardEvent, type RefObject, useId, useMemo, useRef, useState } from 'react'
import { answerKeysOf, runVariables } from '../../../../src/shared/flow/variables'
import { type ControlProps, controlClass } from '../../../components/field'
import { classes } from '../../../lib/classes'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { useEditor } from '../editor/editor'
import { type Begun, begunVariable, completeVariable, matchingNames } from './completion'
import { most } from './node-data'

interface VariableInputProps {
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
  maxLength?: number
}
type Input = HTMLInputElement | HTMLTextAreaElement

/** Names that a text of this flow may use. */
export function useVariableNames(): string[] {
  const { nodes } = useValue(useEditor().flow)
  return useMemo(() => [...new Set([...answerKeysOf(nodes), ...runVariables])], [nodes])
}

/** Text field that completes variables after `{{`: arrows choose, Enter or Tab accepts, Escape closes the list. */
export function VariableInput({ value, onChange, rows, label, control, maxLength, ...rest }: VariableInputProps) {
  const input = useRef<Input>(null)
  const listId = useId()
  const { begun, found, at, look, close, accept, onKeyDown } = useCompletion(input, value, onChange)
  const isOpen = begun !== null && found.length > 0
  const { autoFocus, ...attributes } = rest
  const shared = {
    ...{ ...control, ...attributes, value, 'aria-label': label, maxLength: maxLength ?? most.text, onKeyDown },
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
          className={classes(controlClass, 'resize-y px-3 py-2')}
        />
      ) : (
        <input
          {...shared}
          ref={input as RefObject<HTMLInputElement>}
          onChange={({ target }) => onChange(target.value)}
          className={classes(controlClass, 'h-control px-3')}
        />
      )}
      {isOpen && <Names id={listId} names={found} at={at} onPick={accept} />}
    </div>
  )
}

function useCompletion(input: RefObject<Input | null>, value: string, onChange: (text: string) => void) {
  const names = useVariableNames()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [at, setAt] = useState(0)
  const found = begun ? matchingNames(names, begun.typed).slice(0, 8) : []
  const close = () => setBegun(null)
  const look = () => {
    const { selectionStart, selectionEnd, value: text } = input.current as Input
    const next = selectionStart === selectionEnd ? begunVariable(text, selectionStart ?? 0) : null
    if (next?.from === begun?.from && next?.typed === begun?.typed) return
    setBegun(next)
    setAt(0)
  }
  const accept = (name: string) => {
    if (!begun) return
    const done = completeVariable(value, begun.from + begun.typed.length, begun, name)
    onChange(done.text)
    close()
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(done.cursor, done.cursor)
    })
  }
  const act = (key: string): boolean => {
    if (key === 'ArrowDown') setAt((at + 1) % found.length)
    else if (key === 'ArrowUp') setAt((at - 1 + found.length) % found.length)
    else if (key === 'Enter' || key === 'Tab') accept(found[at] as string)
    else if (key === 'Escape') close()
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!begun || found.length === 0 || event.shiftKey || !act(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { begun, found, at, look, close, accept, onKeyDown }
}

function Names({ id, names, at, onPick }: { id: string; names: string[]; at: number; onPick: (name: string) => void }) {
  const { t } = useTranslation()
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('flowBuilder.variables')}
      className="absolute top-full left-0 z-20 mt-1 max-h-56 w-64 max-w-full overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-float"
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
          {`{{${name}}}`}
        </div>
      ))}
    </div>
  )
}
