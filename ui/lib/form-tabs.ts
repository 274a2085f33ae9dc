import { effect } from '@preact/signals-react'
import { useEffect, useRef, useState } from 'react'
import type { Form } from './form'

/** Selected tab of a form with tabs. A refused submit selects the first tab with a problem if the selected one has none. */
export function useFormTab<T extends string, V extends object>(
  form: Form<V>,
  fieldsOf: Record<T, readonly (keyof V & string)[]>,
  first: T,
): [tab: T, setTab: (tab: T) => void] {
  const [tab, setTab] = useState(first)
  const last = useRef({ tab, fieldsOf })
  last.current = { tab, fieldsOf }
  useEffect(
    () =>
      effect(() => {
        if (form.refusedSubmits.value === 0) return
        const tabs = Object.keys(last.current.fieldsOf) as T[]
        const invalidTabs = tabs.filter((one) =>
          last.current.fieldsOf[one].some((name) => form.field(name).problem.peek() !== null),
        )
        if (invalidTabs[0] && !invalidTabs.includes(last.current.tab)) setTab(invalidTabs[0])
      }),
    [form],
  )
  return [tab, setTab]
}
