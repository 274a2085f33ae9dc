import { useId, useState } from 'react'
import type { Company } from '../../../../../src/features/provider/companies/model'
import { Alert } from '../../../../components/alert'
import { Button } from '../../../../components/button'
import { Dialog } from '../../../../components/dialog'
import { controlClass } from '../../../../components/field'
import { classes } from '../../../../lib/classes'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { removeCompany } from './store'

/** Deletes a company after its name was typed; cannot be undone. */
export function DeleteDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const isNameTyped = typed.trim() === company.name
  const confirmAndDelete = async () => {
    if (!isNameTyped || busy) return
    setBusy(true)
    await removeCompany(company).then(onClose, toastError)
    setBusy(false)
  }
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('companies.deleteTitle', { name: company.name })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="danger" disabled={!isNameTyped} busy={busy} onClick={() => void confirmAndDelete()}>
            {t('common.delete')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Alert tone="danger">{t('companies.deleteText')}</Alert>
        <div>
          <label htmlFor={id} className="mb-1 block font-medium text-sm">
            {t('companies.deleteType')}
          </label>
          <input
            id={id}
            data-autofocus
            autoComplete="off"
            value={typed}
            placeholder={company.name}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={({ key }) => key === 'Enter' && void confirmAndDelete()}
            className={classes(controlClass, 'h-control px-3')}
          />
        </div>
      </div>
    </Dialog>
  )
}
