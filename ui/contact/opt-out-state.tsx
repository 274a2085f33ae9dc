import i18n from 'i18next'
import { MessageSquareOff } from 'lucide-react'
import type { Contact } from '../../src/features/contacts/contacts/model'
import type { OptOut } from '../../src/features/contacts/opt-outs/model'
import { Button } from '../components/button'
import { confirm } from '../components/confirm'
import { api, unwrapResponse } from '../lib/api'
import { useMe } from '../lib/session'
import { formatDate } from '../lib/time'
import { toastError, toastSuccess } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'

/** In a contact's details: since when the person wants no campaigns, or a button that enters the person. */
export function OptOutState({ contact, onSaved }: { contact: Contact; onSaved: (contact: Contact) => void }) {
  const { t } = useTranslation()
  const hasCampaigns = useMe().company.plan.useCampaigns
  const { number, optedOutAt } = contact
  if (optedOutAt)
    return (
      <p className="flex items-start gap-2 text-muted text-sm">
        <MessageSquareOff aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t('optOuts.markSince', { date: formatDate(optedOutAt) })}
      </p>
    )
  if (!hasCampaigns || number === null) return null
  return (
    <Button size="sm" icon={<MessageSquareOff aria-hidden />} onClick={() => void enterOptOut(contact, onSaved)}>
      {t('optOuts.ask')}
    </Button>
  )
}

/** Enters a person with a number into the register of opt-outs, after a question. */
export async function enterOptOut(contact: Contact, onSaved: (contact: Contact) => void) {
  const [title, text, action] = [i18n.t('optOuts.addTitle'), i18n.t('optOuts.addText'), i18n.t('optOuts.ask')]
  if (!(await confirm({ title, text, action }))) return
  await unwrapResponse<OptOut>(api['opt-outs'].post({ number: `+${contact.number}` })).then(({ at }) => {
    onSaved({ ...contact, optedOutAt: at })
    toastSuccess(i18n.t('optOuts.added'))
  }, toastError)
}
