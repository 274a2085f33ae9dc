import i18n from 'i18next'
import type { Contact } from '../../src/features/contacts/contacts/model'
import type { OptOut } from '../../src/features/contacts/opt-outs/model'
import { confirm } from '../components/confirm'
import { api, unwrapResponse } from '../lib/api'
import { toastError, toastSuccess } from '../lib/toast'

/** Enters a person with a number into the register of opt-outs, after a question. */
export async function enterOptOut(contact: Contact, onSaved: (contact: Contact) => void) {
  const [title, text, action] = [i18n.t('optOuts.addTitle'), i18n.t('optOuts.addText'), i18n.t('optOuts.ask')]
  if (!(await confirm({ title, text, action }))) return
  await unwrapResponse<OptOut>(api['opt-outs'].post({ number: `+${contact.number}` })).then(({ at }) => {
    onSaved({ ...contact, optedOutAt: at })
    toastSuccess(i18n.t('optOuts.added'))
  }, toastError)
}
