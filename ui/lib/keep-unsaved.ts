import { useEffect, useLayoutEffect } from 'react'
import type { Form } from './form'
import { me } from './session'
import { accessToken } from './token'

/** Changed values of forms that the user left without saving, by user and form, until the page is closed. */
const unsaved = new Map<string, object>()

/**
 * Keeps the changed values of a form that is part of a page: they are there again when the user returns, and the
 * browser asks before the page is closed.
 */
export function useKeepUnsaved<V extends object>(name: string, form: Form<V>) {
  useLayoutEffect(() => {
    const key = `${me.peek()?.id} ${name}`
    restore(form, unsaved.get(key))
    return () => {
      if (form.isChanged()) unsaved.set(key, form.changedValues())
      else unsaved.delete(key)
    }
  }, [name, form])
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (form.isChanged() && accessToken() !== null) event.preventDefault()
    }
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => window.removeEventListener('beforeunload', onBeforeUnload)
  }, [form])
}

function restore<V extends object>(form: Form<V>, values: object | undefined) {
  for (const [name, value] of Object.entries(values ?? {})) form.field(name as keyof V & string).value.value = value
}
