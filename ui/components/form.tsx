import { type FormEvent, type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Form as FormOf } from '../lib/form'
import { errorText } from '../lib/toast'
import { useValue } from '../lib/use-value'
import { Alert } from './alert'
import { Button } from './button'

interface FormProps<V extends object> {
  form: FormOf<V>
  send: (values: V) => Promise<unknown>
  /** The page words the failure itself. */
  quiet?: boolean
  /** Words for a failure that no field explains; the general ones by default. */
  failureText?: (failure: unknown) => string
  children: ReactNode
  className?: string
  /** Lets a button outside (a dialog's foot) send it. */
  id?: string
}

/** Sends on Enter and by its submit button; on a problem the first wrong field gets the focus. */
export function Form<V extends object>({
  form,
  send,
  quiet,
  failureText = errorText,
  children,
  className,
  id,
}: FormProps<V>) {
  const element = useRef<HTMLFormElement>(null)
  const failure = useValue(form.failure)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const sent = await form.submit(send)
    if (sent) return
    // The problems must be on the page before one of them can be found.
    flushSync(() => undefined)
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  return (
    <form ref={element} id={id} noValidate onSubmit={submit} className={className}>
      {failure && !quiet && <Alert tone="danger">{failureText(failure)}</Alert>}
      {children}
    </form>
  )
}

/** The form's own button; `form` in `of` ties it from outside. */
export function SubmitButton<V extends object>({
  of,
  formId,
  children,
  className,
  variant = 'primary',
}: {
  of: FormOf<V>
  formId?: string
  /** For what cannot be undone. */
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
