import { type ReactNode, useId } from 'react'
import type { Field } from '../lib/form'
import { useValue } from '../lib/use-value'
import { type ControlProps, useProblemText } from './field'

interface ChoiceFieldsetProps<V> {
  field: Field<V>
  legend: string
  className?: string
  /** Check boxes, each with the attributes that name the problem; the form gives the first one the focus. */
  children: (control: Pick<ControlProps, 'aria-invalid' | 'aria-describedby'>) => ReactNode
}

/** Group of check boxes for one field. A missing choice is announced when the form is refused. */
export function ChoiceFieldset<V>({ field, legend, className, children }: ChoiceFieldsetProps<V>) {
  const id = useId()
  const problem = useProblemText(useValue(field.problem))
  return (
    <fieldset className={className}>
      <legend className="mb-1 font-medium text-ink text-sm">{legend}</legend>
      {children({ 'aria-invalid': problem !== null || undefined, 'aria-describedby': problem ? id : undefined })}
      {problem && (
        <p id={id} role="alert" className="text-danger-ink text-sm">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
