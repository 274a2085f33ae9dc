import { useState } from 'react'
import type { Contact } from '../../src/features/contacts/contacts/model'
import { limits } from '../../src/shared/limits'
import { Alert } from '../components/alert'
import { Button } from '../components/button'
import { Combobox } from '../components/combobox'
import { Dialog } from '../components/dialog'
import { api, unwrapResponse } from '../lib/api'
import { errorText, toastUndo } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import { ContactLine } from './contact-field'
import { contactDisplayName } from './contact-name'
import { undoMerge } from './undo-merge'
import { minSearchLength, useFoundContacts } from './use-found-contacts'

interface MergeDialogProps {
  contact: Contact
  onClose: () => void
  onMerged?: (contact: Contact) => void
}

/** Dialog that merges another contact into this one. */
export function MergeDialog({ contact, onClose, onMerged }: MergeDialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [other, setOther] = useState<Contact | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const { contacts } = useFoundContacts(text)
  const candidates = contacts?.filter(({ id, isGroup }) => id !== contact.id && !isGroup) ?? null

  const said =
    text.trim().length < minSearchLength
      ? t('inbox.typeMore', { count: minSearchLength })
      : candidates === null
        ? t('common.loading')
        : candidates.length === 0 && t('details.mergeNobody')

  const merge = async () => {
    if (!other || busy) return
    setBusy(true)
    try {
      const { contact: merged, mergeId } = await unwrapResponse(
        api.contacts({ id: contact.id }).merge.post({ otherId: other.id }),
      )
      onMerged?.(merged)
      toastUndo(
        t('details.merged', { name: contactDisplayName(other) }),
        t('details.undo'),
        () => void undoMerge(mergeId),
      )
      onClose()
    } catch (thrown) {
      setFailure(thrown)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('details.mergeTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" busy={busy} disabled={!other} onClick={merge}>
            {t('details.mergeAction')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {failure !== null && <Alert tone="danger">{errorText(failure)}</Alert>}
        <p className="text-muted">{t('details.mergeLead', { name: contactDisplayName(contact) })}</p>
        <Combobox<Contact>
          label={t('details.mergeWith')}
          placeholder={t('details.mergePlaceholder')}
          autoFocus
          value={other}
          onChange={setOther}
          options={candidates}
          onType={setText}
          nameOf={contactDisplayName}
          message={said}
          render={(one) => <ContactLine contact={one} />}
        />
        <p className="text-muted text-sm">{t('details.mergeUndo', { days: limits.mergeUndoDays })}</p>
      </div>
    </Dialog>
  )
}
