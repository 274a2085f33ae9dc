import i18n from 'i18next'
import { useEffect, useState } from 'react'
import type { OverviewWish, OverviewWishInput } from '../../../../src/features/provider/morning/model'
import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { Select } from '../../../components/select'
import { SwitchField } from '../../../components/switch-field'
import { api, unwrapResponse } from '../../../lib/api'
import { createForm, useForm } from '../../../lib/form'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'

/** Loads when and how the person gets the overview, then shows the form. */
export function WishDialog({ onClose }: { onClose: () => void }) {
  const [wish, setWish] = useState<OverviewWish | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once per dialog.
  useEffect(() => {
    unwrapResponse(api.morning.mail.get()).then(setWish, (failure) => {
      toastError(failure)
      onClose()
    })
  }, [])
  return wish && <WishForm wish={wish} onClose={onClose} />
}

const makeForm = ({ hour, mail, phone, whatsappId }: OverviewWish) =>
  createForm(
    { hour: String(hour), mail, phone: phone && `+${phone}`, whatsappId: String(whatsappId ?? '') },
    {},
    { ERR_WAPP_INVALID_CONTACT: 'phone' },
  )
type Values = ReturnType<ReturnType<typeof makeForm>['values']>

function WishForm({ wish, onClose }: { wish: OverviewWish; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(wish))
  const send = async ({ hour, mail, phone, whatsappId }: Values) => {
    const input: OverviewWishInput = { hour: Number(hour), mail, phone, whatsappId: Number(whatsappId) || null }
    await unwrapResponse(api.morning.mail.put(input))
    toastSuccess(i18n.t('morning.wishSaved'))
    onClose()
  }
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: `${String(hour).padStart(2, '0')}:00`,
  }))
  const numbers = [
    { value: '', label: t('morning.noNumber') },
    ...wish.connections.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <FormDialog form={form} send={send} title={t('morning.wish')} onClose={onClose}>
      <Select
        field={form.field('hour')}
        label={t('morning.wishHour')}
        hint={t('morning.wishHourHint')}
        choices={hours}
      />
      <SwitchField
        field={form.field('mail')}
        label={t('morning.wishMail')}
        hint={t(wish.canMail ? 'morning.wishMailHint' : 'morning.wishNoMail')}
      />
      <Select
        field={form.field('whatsappId')}
        label={t('morning.wishNumber')}
        hint={t('morning.wishNumberHint')}
        choices={numbers}
      />
      <TextField
        field={form.field('phone')}
        label={t('morning.wishPhone')}
        hint={t('morning.wishPhoneHint')}
        inputMode="tel"
        autoComplete="tel"
        maxLength={limits.typedNumber.max}
      />
    </FormDialog>
  )
}
