import { computed, signal } from '@preact/signals-react'
import { defaultCountry } from '../../src/shared/phone/countries'
import type { ReadNumber } from '../../src/shared/phone/faults'
import type { Rule } from './form'
import { me } from './session'
import { useValue } from './use-value'

/** The reader of numbers; null until its script, which has the world's numbering plans, is loaded. */
const reader = signal<((text: string, country: string) => ReadNumber) | null>(null)
let isLoading = false

/** Loads the reader of numbers once; a failed load is repeated by the next call. */
async function loadReader() {
  if (isLoading) return
  isLoading = true
  const loaded = await import('../../src/shared/phone/read-number').catch(() => null)
  isLoading = false
  if (loaded) reader.value = loaded.readNumber
}

/** The company's country, in which numbers without an international prefix are read. */
export const companyCountry = computed(
  () => me.value?.company.settings.find(({ key }) => key === 'country')?.value ?? defaultCountry,
)

/** The number or the refusal of a typed text; null until the reader's script is loaded. */
export const readTyped = (text: string): ReadNumber | null => reader.peek()?.(text, companyCountry.peek()) ?? null

/** A telephone number in any spelling; accepts '' (see `required`). Without the reader the server decides. */
export const telephone: Rule<string> = (text) => {
  const read = text.trim() === '' ? null : readTyped(text)
  return read && 'refused' in read ? { code: 'unreadNumber', reason: read.refused } : null
}

/** Returns a function that reads a typed number in the company's country; null until its script is loaded. */
export function useNumberReader(): ((text: string) => ReadNumber) | null {
  const read = useValue(reader)
  const country = useValue(companyCountry)
  if (!read) void loadReader()
  return read && ((text) => read(text, country))
}
