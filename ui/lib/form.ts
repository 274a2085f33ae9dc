import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import { useState } from 'react'
import type { AppError, ErrorCode } from '../../src/shared/errors'
import { type NumberFault, numberFaults } from '../../src/shared/phone/faults'
import { asFailure } from './failure'

/** Validation problem of a field; its text is `form.*`, or `errors.*` for an error code of the server. */
export type Problem =
  | {
      code:
        | 'required'
        | 'email'
        | 'webAddress'
        | 'phone'
        | 'number'
        | 'refused'
        | 'strong'
        | 'different'
        | 'choose'
        | 'date'
        | 'time'
        | 'document'
        | 'zipcode'
        | 'cardNumber'
        | 'expiry'
        | 'cvv'
        | 'location'
    }
  | { code: 'tooShort'; min: number }
  | { code: 'tooLong'; max: number }
  | { code: 'unreadNumber'; reason: NumberFault }
  | { code: ErrorCode }
export type Rule<V> = (value: V) => Problem | null

export interface Field<V> {
  name: string
  value: Signal<V>
  /** Problem shown at the field: after the user changed and left it, after a submit, or refused by the server. */
  problem: ReadonlySignal<Problem | null>
  /** Call on blur. Leaving an unchanged field shows no problem. */
  onLeave: () => void
}
type Rules<V> = { [K in keyof V]?: Rule<V[K]>[] }
/** Error codes that belong to one field, such as a name already in use. */
type Refusals<V> = { [C in ErrorCode]?: keyof V & string }
/** Names in the request that differ from the field names of the form. */
type WireNames<V> = { [wire: string]: keyof V & string }
export type Form<V extends object> = ReturnType<typeof createForm<V>>

/** Form state in signals: values, problems and submission (docs/adr/0038). Typing renders one field only. */
export function createForm<V extends object>(
  initial: V,
  rules: Rules<V> = {},
  refusals: Refusals<V> = {},
  wireNames: WireNames<V> = {},
) {
  const names = Object.keys(initial) as (keyof V & string)[]
  const busy = signal(false)
  const failure = signal<AppError | null>(null)
  const refusedSubmits = signal(0)
  const fields = {} as { [K in keyof V & string]: InnerField<V[K]> }
  for (const name of names) fields[name] = createField(name, initial[name], rules[name] ?? [])
  const values = () => Object.fromEntries(names.map((name) => [name, fields[name].value.peek()])) as V
  /** Values of the submit in flight, or of the last one that succeeded. */
  let submitted: Partial<V> = {}

  /** Shows a problem reported by the server until the field changes. */
  const refuse = (name: keyof V & string, problem: Problem) => {
    const field = fields[name]
    field.refused.value = { at: field.value.peek(), problem }
  }

  /** Shows a server error at the fields it names; false if it names none. */
  const setFieldProblem = ({ code, detail }: AppError): boolean => {
    const owner = refusals[code]
    const detailed = detailedProblem(code, detail)
    if (owner) refuse(owner, detailed ?? { code })
    if (owner || code !== 'ERR_VALIDATION' || !Array.isArray(detail.fields)) return owner !== undefined
    const refused = (detail.fields as string[]).map((name) => wireNames[name] ?? name)
    const mine = names.filter((name) => refused.includes(name))
    for (const name of mine) refuse(name, detailed ?? { code: 'refused' })
    return mine.length > 0
  }

  return {
    busy: busy as ReadonlySignal<boolean>,
    /** Error of the last submit that no field shows. */
    failure: failure as Signal<AppError | null>,
    /** Number of submits that a field or the server refused. */
    refusedSubmits: refusedSubmits as ReadonlySignal<number>,
    field: <K extends keyof V & string>(name: K): Field<V[K]> => fields[name],
    values,
    /** True while a value differs from the initial one, or from that of the last reset. */
    changed: computed(() => names.some((name) => fields[name].changed.value)),
    isChanged: () => names.some((name) => fields[name].changed.peek()),
    /** Values that differ from the initial ones. */
    changedValues: () =>
      Object.fromEntries(
        names.filter((name) => fields[name].changed.peek()).map((name) => [name, fields[name].value.peek()]),
      ) as Partial<V>,
    reset(next: V = initial) {
      batch(() => {
        for (const name of names) fields[name].reset(next[name])
        failure.value = null
      })
    },
    /** Gives changed fields back the values that the form had, or received last from the server. */
    discard() {
      batch(() => {
        for (const name of names) fields[name].discard()
        failure.value = null
      })
    },
    /**
     * Takes over values of the server, such as those just saved. A field that the user changed since the submit keeps
     * its value and counts as changed.
     */
    receive(next: V) {
      batch(() => {
        for (const name of names) {
          const { changed, value, rebase, reset } = fields[name]
          if (changed.peek() && !isSame(value.peek(), submitted[name])) rebase(next[name])
          else reset(next[name])
        }
      })
    },
    /** Submits once at a time if no field has a problem. Returns true on success; an error is stored, not thrown. */
    async submit(send: (values: V) => Promise<unknown>): Promise<boolean> {
      if (busy.peek()) return false
      batch(() => {
        failure.value = null
        for (const name of names) fields[name].validate()
      })
      if (names.some((name) => fields[name].problem.peek())) {
        refusedSubmits.value++
        return false
      }
      busy.value = true
      submitted = values()
      try {
        await send(values())
        return true
      } catch (thrown) {
        submitted = {}
        const refusal = asFailure(thrown)
        if (!setFieldProblem(refusal)) failure.value = refusal
        refusedSubmits.value++
        return false
      } finally {
        busy.value = false
      }
    },
  }
}

/** Problem that the server describes: the reason for which a number is refused, the length of a password. */
function detailedProblem(code: ErrorCode, { reason, min }: AppError['detail']): Problem | null {
  if (numberFaults.includes(reason as NumberFault)) return { code: 'unreadNumber', reason: reason as NumberFault }
  return code === 'ERR_WEAK_PASSWORD' && min ? tooShort(min) : null
}

const tooShort = (min: unknown): Problem => ({ code: 'tooShort', min: Number(min) })

interface InnerField<V> extends Field<V> {
  changed: ReadonlySignal<boolean>
  refused: Signal<{ at: V; problem: Problem } | null>
  /** Shows any problem from now on; called on submit. */
  validate: () => void
  reset: (value: V) => void
  discard: () => void
  /** Changes the initial value only. */
  rebase: (initial: V) => void
}

function createField<V>(name: string, initial: V, rules: Rule<V>[]): InnerField<V> {
  const value = signal(initial)
  const showsProblem = signal(false)
  const refused = signal<{ at: V; problem: Problem } | null>(null)
  const problem = computed(() => {
    if (refused.value?.at === value.value) return refused.value.problem
    if (!showsProblem.value) return null
    for (const rule of rules) {
      const found = rule(value.value)
      if (found) return found
    }
    return null
  })
  const initialValue = signal(initial)
  const changed = computed(() => !isSame(value.value, initialValue.value))
  const validate = () => {
    showsProblem.value = true
  }
  const onLeave = () => {
    if (changed.peek()) validate()
  }
  const reset = (next: V) =>
    batch(() => {
      initialValue.value = next
      value.value = next
      showsProblem.value = false
      refused.value = null
    })
  const discard = () => reset(initialValue.peek())
  const rebase = (next: V) => {
    initialValue.value = next
  }
  return { name, value, problem, onLeave, changed, validate, refused, reset, discard, rebase }
}

/** Equal texts and numbers, and lists and objects of equal content; files are equal to themselves only. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other || !isPlain(one) || !isPlain(other)) return one === other
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]))
}
const isPlain = (value: unknown): value is Record<string, unknown> =>
  Array.isArray(value) || (value !== null && Object.getPrototypeOf(value) === Object.prototype)

/** Form that lives as long as the component. */
export const useForm = <V extends object>(make: () => Form<V>) => useState(make)[0]

export const required: Rule<string> = (value) => (value.trim() ? null : { code: 'required' })
export const email: Rule<string> = (value) =>
  value === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : { code: 'email' }
/** Address with http or https, for requests of the server. */
export const webAddress: Rule<string> = (value) =>
  /^https?:$/.test(URL.parse(value.trim())?.protocol ?? '') ? null : { code: 'webAddress' }
/** Bounds of a trimmed text from src/shared/limits.ts; accepts '' (see `required`). */
export const length =
  ({ min = 0, max }: { min?: number; max: number }): Rule<string> =>
  (value) => {
    const size = value.trim().length
    if (size > 0 && size < min) return { code: 'tooShort', min }
    return size > max ? { code: 'tooLong', max } : null
  }
/** Brazilian phone number: 10 or 11 digits with area code. */
export const phone: Rule<string> = (value) =>
  value === '' || [10, 11].includes(digits(value).length) ? null : { code: 'phone' }

export const digits = (text: string) => text.replace(/\D/g, '')

/** Formats digits as (99) 99999-9999 while typing; numbers with 10 digits have four before the dash. */
export function phoneMask(text: string): string {
  const all = digits(text).slice(0, 11)
  if (all.length <= 2) return all && `(${all}`
  const split = all.length > 10 ? 7 : 6
  const rest = all.slice(split)
  return `(${all.slice(0, 2)}) ${all.slice(2, split)}${rest && `-${rest}`}`
}

/** Existing day, written dd/MM/yyyy. */
export const date: Rule<string> = (value) => (value === '' || isoDayOf(value) ? null : { code: 'date' })
/** HH:MM, 00:00 to 23:59. */
export const time: Rule<string> = (value) =>
  value === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? null : { code: 'time' }

/** Converts dd/MM/yyyy to `yyyy-mm-dd`; null if the day does not exist. */
export function isoDayOf(text: string): string | null {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? []
  const iso = `${year}-${month}-${day}`
  const found = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(found.getTime()) || found.toISOString().slice(0, 10) !== iso ? null : iso
}

/** Formats digits as dd/MM/yyyy while typing. */
export function dateMask(text: string): string {
  const all = digits(text).slice(0, 8)
  return [all.slice(0, 2), all.slice(2, 4), all.slice(4)].filter(Boolean).join('/')
}
export function timeMask(text: string): string {
  const all = digits(text).slice(0, 4)
  return [all.slice(0, 2), all.slice(2)].filter(Boolean).join(':')
}
