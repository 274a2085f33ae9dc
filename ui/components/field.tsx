import { type HTMLInputTypeAttribute, type ReactNode, useId } from 'react'
import { classes } from '../lib/classes'
import type { Field, Problem } from '../lib/form'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'

/** Texts of one field in place of the usual ones, by problem. */
type ProblemTexts = { [C in Problem['code']]?: string }

/** Translated text of a field's problem; null without one. */
export function useProblemText(problem: Problem | null, texts: ProblemTexts = {}): string | null {
  const { t } = useTranslation()
  if (!problem) return null
  const own = texts[problem.code]
  if (own !== undefined) return own
  if (problem.code === 'tooShort') return t('form.tooShort', { min: problem.min })
  if (problem.code === 'tooLong') return t('form.tooLong', { max: problem.max })
  if (problem.code === 'unreadNumber') return `${t(`form.numberFault.${problem.reason}`)}.`
  if (problem.code.startsWith('ERR_')) return t(`errors.${problem.code as 'ERR_VALIDATION'}`)
  return t(`form.${problem.code as 'required'}`)
}

export const controlClass =
  'w-full rounded-md border border-edge bg-surface text-base text-ink placeholder:text-faint transition-colors hover:border-ink disabled:opacity-60 aria-invalid:border-danger aria-invalid:outline-danger focus-visible:outline-offset-0'

export interface FieldFrame {
  label: string
  hint?: ReactNode
  optional?: boolean
  className?: string
}
/** Attributes that connect a control with its label, hint and problem for screen readers. */
export interface ControlProps {
  id: string
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
}

/** Label above, hint or problem below the control that `children` renders. */
export function FieldShell({
  label,
  hint,
  optional,
  problem,
  className,
  children,
}: FieldFrame & { problem: string | null; children: (control: ControlProps) => ReactNode }) {
  const { t } = useTranslation()
  const id = useId()
  const describedBy = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div className={classes('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="font-medium text-ink text-sm">
        {label}
        {optional && <span className="ml-1 font-normal text-faint">({t('common.optional')})</span>}
      </label>
      {children({ id, 'aria-invalid': problem !== null || undefined, 'aria-describedby': describedBy || undefined })}
      {problem ? (
        <p id={`${id}-problem`} className="text-danger-ink text-sm">
          {problem}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="text-faint text-sm">
            {hint}
          </p>
        )
      )}
    </div>
  )
}

export interface TextFieldProps extends FieldFrame {
  field: Field<string>
  type?: HTMLInputTypeAttribute
  placeholder?: string
  autoComplete?: string
  /** Headless UI focuses this field when its dialog opens. */
  autoFocus?: boolean
  inputMode?: 'email' | 'tel' | 'numeric' | 'text' | 'search'
  maxLength?: number
  /** Makes it a textarea with this many rows. */
  rows?: number
  /** Formats the text while it is typed, for example a phone number. */
  mask?: (text: string) => string
  disabled?: boolean
  problemTexts?: ProblemTexts
}

export function TextField(props: TextFieldProps) {
  const { field, label, hint, optional, className, rows, mask, problemTexts, ...rest } = props
  const value = useValue(field.value)
  const problem = useProblemText(useValue(field.problem), problemTexts)
  const change = (text: string) => {
    field.value.value = mask ? mask(text) : text
  }
  return (
    <FieldShell label={label} hint={hint} optional={optional} problem={problem} className={className}>
      {(control) =>
        rows ? (
          <textarea
            {...control}
            data-autofocus={rest.autoFocus || undefined}
            name={field.name}
            rows={rows}
            value={value}
            placeholder={rest.placeholder}
            maxLength={rest.maxLength}
            disabled={rest.disabled}
            aria-required={!optional || undefined}
            onChange={({ target }) => change(target.value)}
            onBlur={field.onLeave}
            className={classes(controlClass, 'resize-y px-3 py-2')}
          />
        ) : (
          <input
            {...control}
            {...rest}
            data-autofocus={rest.autoFocus || undefined}
            name={field.name}
            value={value}
            aria-required={!optional || undefined}
            onChange={({ target }) => change(target.value)}
            onBlur={field.onLeave}
            className={classes(controlClass, 'h-control px-3')}
          />
        )
      }
    </FieldShell>
  )
}
