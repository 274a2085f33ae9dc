import type { ReactNode } from 'react'
import type { Form as FormOf } from '../lib/form'
import { usePageForm } from '../lib/page-forms'
import { Form } from './form'

interface PageFormProps<V extends object> {
  /** Identifies the form among those of all pages. */
  name: string
  form: FormOf<V>
  send: (values: V) => Promise<unknown>
  className?: string
  children: ReactNode
}

/** Form that is part of a page: it has no button, because the bar at the page's bottom appears once a value is changed. */
export function PageForm<V extends object>({ name, form, send, className, children }: PageFormProps<V>) {
  usePageForm(name, form, send)
  return (
    <Form form={form} send={send} hideFailure className={className}>
      {/* Without a submit button, Enter would send only forms of one field. */}
      <button type="submit" hidden />
      {children}
    </Form>
  )
}
