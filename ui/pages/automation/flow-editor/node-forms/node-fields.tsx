import { effect } from '@preact/signals-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { StoredNode } from '../../../../../src/shared/flow/read-node'
import type { Form } from '../../../../lib/form'

/** Form of a node, kept while another node has the inspector: text that a field refuses is still there afterwards. */
export interface HeldForm {
  form?: unknown
}

/** Properties of the form of a kind: the node's data, and functions that change it and that leave the form. */
export interface NodeFormProps {
  type: string
  data: StoredNode['data']
  held: HeldForm
  onChange: (data: StoredNode['data']) => void
  onDone: () => void
}

/** The form that the node had before, else a new one. */
export const useNodeForm = <V extends object>({ held }: NodeFormProps, make: () => Form<V>): Form<V> =>
  useState(() => {
    held.form ??= make()
    return held.form as Form<V>
  })[0]

interface NodeFieldsProps<V extends object> extends Pick<NodeFormProps, 'onChange' | 'onDone'> {
  form: Form<V>
  /** Data that the values of the form make. */
  toData: (values: V) => StoredNode['data']
  children: ReactNode
}

/**
 * Fields of one node. Every change is in the flow at once, also a value that its field refuses: the list of problems keeps
 * it from being published. Enter in a line of text leaves the form.
 */
export function NodeFields<V extends object>({ form, toData, onChange, onDone, children }: NodeFieldsProps<V>) {
  const latest = useRef({ toData, onChange })
  latest.current = { toData, onChange }
  useEffect(() => onValues(form, (values) => latest.current.onChange(latest.current.toData(values))), [form])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDone()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {children}
      <button type="submit" hidden />
    </form>
  )
}

/** Calls back after each change of a value, until the returned function is called. */
function onValues<V extends object>(form: Form<V>, changed: (values: V) => void) {
  const names = Object.keys(form.values()) as (keyof V & string)[]
  let isFirst = true
  return effect(() => {
    for (const name of names) void form.field(name).value.value
    if (!isFirst) changed(form.values())
    isFirst = false
  })
}
