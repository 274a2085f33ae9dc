import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Form as FormOf } from '../lib/form'
import { errorText } from '../lib/toast'
import { useValue } from '../lib/use-value'
import { Alert } from './alert'
import { Button } from './button'

interface FormProps<V extends object> {
  form: FormOf<V>
  send: (values: V) => Promise<unknown>
  /** Hides the error alert; the page shows the failure itself. */
  hideFailure?: boolean
  /** Text for a failure that belongs to no field; `errorText` by default. */
  failureText?: (failure: unknown) => string
  children: ReactNode
  className?: string
  /** Lets a button outside the form submit it, such as one in a dialog's foot. */
  id?: string
  /** True if a successful submit closes the form. Its fields take no text during the submit, which would be lost. */
  isClosedBySubmit?: boolean
}

/** Submits on Enter and by its submit button; on a problem the first invalid field gets the focus. */
export function Form<V extends object>({
  form,
  send,
  hideFailure,
  failureText = errorText,
  children,
  className,
  id,
  isClosedBySubmit = false,
}: FormProps<V>) {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const refuseText = (event: Event) => isClosedBySubmit && form.busy.peek() && event.preventDefault()
    const { current } = element
    // React has no handler for deletions and drops.
    current?.addEventListener('beforeinput', refuseText)
    return () => current?.removeEventListener('beforeinput', refuseText)
  }, [form, isClosedBySubmit])
  const failure = useValue(form.failure)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const sent = await form.submit(send)
    if (sent) return
    // Renders the problems before querying for the first invalid field.
    flushSync(() => undefined)
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  return (
    <form ref={element} id={id} noValidate onSubmit={submit} className={className}>
      {failure && !hideFailure && <Alert tone="danger">{failureText(failure)}</Alert>}
      {children}
    </form>
  )
}

/** Submit button of a form; `formId` connects it from outside the form element. */
export function SubmitButton<V extends object>({
  of,
  formId,
  children,
  className,
  variant = 'primary',
}: {
  of: FormOf<V>
  formId?: string
  /** 'danger' for what cannot be undone. */
  variant?: 'primary' | 'danger'
  children: ReactNode
  className?: string
}) {
  const busy = useValue(of.busy)
  return (
    <Button type="submit" form={formId} variant={variant} busy={busy} className={className}>
      {children}
    </Button>
  )
}
