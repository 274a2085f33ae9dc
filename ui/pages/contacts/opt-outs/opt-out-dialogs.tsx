import type { OptOut } from '../../../../src/features/contacts/opt-outs/model'
import { limits } from '../../../../src/shared/limits'
import { Alert } from '../../../components/alert'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { NumberField } from '../../../contact/number-field'
import { createForm, length, required, useForm } from '../../../lib/form'
import { telephone } from '../../../lib/number-reader'
import { showNumber } from '../../../lib/phone'
import { useTranslation } from '../../../lib/use-translation'
import { addOptOut, removeOptOut } from './store'

/** Form that enters a number into the register of opt-outs. */
export function AddOptOutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() =>
    createForm({ number: '', reason: '' }, { number: [required, telephone], reason: [length(limits.optOutReason)] }),
  )
  const send = async ({ number, reason }: { number: string; reason: string }) => {
    await addOptOut(number, reason)
    onClose()
  }
  return (
    <FormDialog form={form} send={send} title={t('optOuts.addTitle')} onClose={onClose} action={t('optOuts.add')}>
      <p className="text-muted text-sm">{t('optOuts.addText')}</p>
      <NumberField
        field={form.field('number')}
        label={t('optOuts.number')}
        maxLength={limits.typedNumber.max}
        autoFocus
      />
      <TextField
        field={form.field('reason')}
        label={t('optOuts.reason')}
        placeholder={t('optOuts.reasonHint')}
        maxLength={limits.optOutReason.max}
        autoComplete="off"
        optional
      />
    </FormDialog>
  )
}

/** Form that removes a number from the register of opt-outs: the number is typed, and the reason goes to the audit log. */
export function RemoveOptOutDialog({ optOut, onClose }: { optOut: OptOut; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() =>
    createForm(
      { confirmation: '', reason: '' },
      { confirmation: [required], reason: [required, length(limits.optOutReason)] },
      { ERR_CONFIRMATION: 'confirmation' },
    ),
  )
  const send = async (values: { confirmation: string; reason: string }) => {
    await removeOptOut(optOut, values)
    onClose()
  }
  return (
    <FormDialog
      form={form}
      send={send}
      title={t('optOuts.removeTitle')}
      onClose={onClose}
      action={t('optOuts.removeNow')}
    >
      <Alert tone="warn">{t('optOuts.removeText')}</Alert>
      <TextField
        field={form.field('confirmation')}
        label={t('optOuts.typeNumber', { number: showNumber(optOut.number) })}
        inputMode="tel"
        maxLength={50}
        autoComplete="off"
        autoFocus
      />
      <TextField
        field={form.field('reason')}
        label={t('optOuts.removeReason')}
        maxLength={limits.optOutReason.max}
        autoComplete="off"
      />
    </FormDialog>
  )
}
