import type { OptOut } from '../../../src/features/opt-outs/model'
import { limits } from '../../../src/shared/limits'
import { normaliseNumber } from '../../../src/shared/phone'
import { Alert } from '../../components/alert'
import { TextField } from '../../components/field'
import { FormDialog } from '../../components/form-dialog'
import { createForm, length, type Rule, required, useForm } from '../../lib/form'
import { showNumber } from '../../lib/phone'
import { useTranslation } from '../../lib/use-translation'
import { addOptOut, removeOptOut } from './store'

const phoneNumber: Rule<string> = (text) => (normaliseNumber(text) === null ? { code: 'phone' } : null)

/** Form that enters a person. */
export function AddOptOutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() =>
    createForm({ number: '', reason: '' }, { number: [required, phoneNumber], reason: [length(limits.optOutReason)] }),
  )
  const send = async ({ number, reason }: { number: string; reason: string }) => {
    await addOptOut(number, reason)
    onClose()
  }
  return (
    <FormDialog form={form} send={send} title={t('optOuts.addTitle')} onClose={onClose} action={t('optOuts.add')}>
      <p className="text-muted text-sm">{t('optOuts.addText')}</p>
      <TextField
        field={form.field('number')}
        label={t('optOuts.number')}
        hint={t('optOuts.numberHint')}
        inputMode="tel"
        maxLength={50}
        autoComplete="off"
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

/** Form that removes an entry: the number is typed, and the reason goes to the audit log. */
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
