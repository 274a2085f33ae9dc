import { Download, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { Contact } from '../../src/features/contacts/contacts/model'
import { limits } from '../../src/shared/limits'
import { Button } from '../components/button'
import { TextField } from '../components/field'
import { Form, SubmitButton } from '../components/form'
import { exportPerson } from '../data-exports/exports'
import { api, unwrapResponse } from '../lib/api'
import { Can } from '../lib/can'
import { createForm, required, useForm } from '../lib/form'
import { showNumber } from '../lib/phone'
import { toastSuccess } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'

interface PersonDataProps {
  contact: Contact
  /** Called after the contact was erased. */
  onErased: () => void
}

/** Rights of a person under data protection law, for admins: export of their data and erasure. */
export function PersonData({ contact, onErased }: PersonDataProps) {
  const { t } = useTranslation()
  const [erasing, setErasing] = useState(false)
  return (
    <Can do="privacy:edit">
      <section className="mt-6 border-line border-t pt-4">
        <h3 className="font-medium text-sm">{t('audit.personTitle')}</h3>
        <p className="mb-3 text-muted text-sm">{t('audit.personLead')}</p>
        {erasing ? (
          <ErasureForm contact={contact} onErased={onErased} onCancel={() => setErasing(false)} />
        ) : (
          <div className="flex flex-wrap gap-2">
            <Can do="company:export">
              <Button icon={<Download aria-hidden />} onClick={() => void exportPerson(contact.id)}>
                {t('audit.exportPerson')}
              </Button>
            </Can>
            <Can do="privacy:erase">
              <Button icon={<Trash2 aria-hidden />} onClick={() => setErasing(true)}>
                {t('audit.erasePerson')}
              </Button>
            </Can>
          </div>
        )}
      </section>
    </Can>
  )
}

function ErasureForm({ contact, onErased, onCancel }: PersonDataProps & { onCancel: () => void }) {
  const { t } = useTranslation()
  const formId = useId()
  const form = useForm(() =>
    createForm({ confirmation: '', reason: '' }, { confirmation: [required] }, { ERR_CONFIRMATION: 'confirmation' }),
  )
  const send = async (values: { confirmation: string; reason: string }) => {
    const proof = await unwrapResponse(api.contacts({ id: contact.id }).erase.post(values))
    toastSuccess(t('audit.erased', { id: proof.id }))
    onErased()
  }
  return (
    <Form id={formId} form={form} send={send} className="flex flex-col gap-3 rounded-md border border-line p-3">
      <p className="text-danger-ink text-sm">{t('audit.eraseText')}</p>
      <TextField
        field={form.field('confirmation')}
        label={
          contact.number === null
            ? t('audit.typeName', { name: contact.name })
            : t('audit.typeNumber', { number: showNumber(contact.number) })
        }
        autoComplete="off"
        autoFocus
      />
      <TextField
        field={form.field('reason')}
        label={t('audit.reason')}
        placeholder={t('audit.reasonHint')}
        maxLength={limits.erasureReason.max}
        autoComplete="off"
        optional
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <SubmitButton of={form} formId={formId} variant="danger">
          {t('audit.erase')}
        </SubmitButton>
      </div>
    </Form>
  )
}
