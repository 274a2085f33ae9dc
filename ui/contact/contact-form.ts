import type { Contact, ExtraInput } from '../../src/features/contacts/contacts/model'
import { limits } from '../../src/shared/limits'
import { api, unwrapResponse } from '../lib/api'
import { createForm, digits, email, length, type Rule, required } from '../lib/form'
import { telephone } from '../lib/number-reader'
import { isMasked, showNumber } from '../lib/phone'

/** Extra field of the form; `key` identifies rows that are not stored yet. */
export interface ExtraLine extends ExtraInput {
  key: number
}
let lastKey = 0
export const newLine = (line?: ExtraInput): ExtraLine => ({ name: '', value: '', ...line, key: ++lastKey })

/** Every extra value needs a name. */
const namesForValues: Rule<ExtraLine[]> = (lines) =>
  lines.some(({ name, value }) => value.trim() && !name.trim()) ? { code: 'required' } : null

/** True if WhatsApp hides the number, or the company hides it from this person. */
export const isNumberHidden = ({ number }: Contact) => number === null || isMasked(number)

export function makeForm(contact: Contact | null) {
  const mayBeHidden = contact !== null && isNumberHidden(contact)
  return createForm(
    {
      name: contact?.name ?? '',
      number: contact?.number && !contact.isGroup && !mayBeHidden ? showNumber(contact.number) : '',
      email: contact?.email ?? '',
      disableBot: contact?.disableBot ?? false,
      extraInfo: (contact?.extraInfo ?? []).map(newLine),
    },
    {
      name: [required, length(limits.name)],
      number: contact?.isGroup ? [] : mayBeHidden ? [telephone] : [required, telephone],
      email: [email, length(limits.email)],
      extraInfo: [namesForValues],
    },
    { ERR_DUPLICATED_CONTACT: 'number', ERR_WAPP_INVALID_CONTACT: 'number', ERR_WAPP_CHECK_CONTACT: 'number' },
  )
}

/**
 * Saves the contact. An unchanged number is left out, because the server looks up every number it receives on WhatsApp.
 */
export function sendForm(form: ReturnType<typeof makeForm>, contact: Contact | null): Promise<Contact> {
  const { name, number, email, disableBot, extraInfo } = form.values()
  const lines = extraInfo
    .filter((line) => line.name.trim())
    .map(({ key: _, ...line }) => ({ ...line, name: line.name.trim(), value: line.value.trim() }))
  const input = { name: name.trim(), email: email.trim(), disableBot, extraInfo: lines }
  if (!contact) return unwrapResponse(api.contacts.post({ ...input, number }))
  const typed = number.trim()
  const isSame = typed === '' || contact.isGroup || (contact.number !== null && digits(typed) === contact.number)
  return unwrapResponse(api.contacts({ id: contact.id }).put(isSame ? input : { ...input, number: typed }))
}
