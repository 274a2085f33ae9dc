import { computed, signal } from '@preact/signals-react'
import { useEffect, useRef } from 'react'
import type { Form } from './form'
import { useKeepUnsaved } from './keep-unsaved'

/** Form of the page on screen, which the bar at the page's bottom saves and discards. */
export interface PageForm {
  form: Pick<Form<object>, 'busy' | 'failure' | 'changed' | 'isChanged' | 'discard'>
  /** Sends the form once; resolves with whether the server took it. */
  save: () => Promise<boolean>
}

export const pageForms = signal<readonly PageForm[]>([])
/** Forms of the page whose values differ from the stored ones. */
export const changedPageForms = computed(() => pageForms.value.filter(({ form }) => form.changed.value))

export const isSavingPage = computed(() => pageForms.value.some(({ form }) => form.busy.value))
/** Error of the last save that no field shows; null without one. */
export const pageFailure = computed(
  () => changedPageForms.value.map(({ form }) => form.failure.value).find((failure) => failure !== null) ?? null,
)

/** Sends each changed form with one request, one after the other. Resolves with false when one was refused. */
export async function savePageForms(): Promise<boolean> {
  let isSaved = true
  for (const { save } of changedPageForms.peek()) isSaved = (await save()) && isSaved
  return isSaved
}

export function discardPageForms() {
  for (const { form } of changedPageForms.peek()) form.discard()
}

/**
 * Gives the form to the save bar while the component is mounted. Its changed values are kept under `name` when the page is
 * left in a way that cannot ask.
 */
export function usePageForm<V extends object>(name: string, form: Form<V>, send: (values: V) => Promise<unknown>) {
  useKeepUnsaved(name, form)
  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    const mine: PageForm = { form, save: () => form.submit((values) => latest.current(values)) }
    pageForms.value = [...pageForms.peek(), mine]
    return () => {
      pageForms.value = pageForms.peek().filter((each) => each !== mine)
    }
  }, [form])
}
