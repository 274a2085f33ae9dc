import { Lock } from 'lucide-react'
import type { Invoice } from '../../../../src/features/provider/invoices/model'
import type { Payer, Subscription } from '../../../../src/features/provider/payments/model'
import { documentMask } from '../../../../src/shared/document'
import { AppError } from '../../../../src/shared/errors'
import { Button } from '../../../components/button'
import { TextField } from '../../../components/field'
import { Form, SubmitButton } from '../../../components/form'
import { unwrapResponse } from '../../../lib/api'
import { billing } from '../../../lib/billing'
import { dateMask, phoneMask, useForm } from '../../../lib/form'
import { formatMoney } from '../../../lib/money'
import { toastInfo } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { cardInput, makeCardForm, requestCardToken } from './card-form'
import { cardMask, expiryMask } from './card-number'

interface CardStepProps {
  invoice: Invoice
  payer: Payer
  card: NonNullable<Subscription['card']>
  onBack: () => void
  onPaid: () => void
}

/** Step four, card: the payment service gets the card, our server gets a token. */
export function CardStep({ invoice, payer, card, onBack, onPaid }: CardStepProps) {
  const { t } = useTranslation()
  const form = useForm(() => makeCardForm(payer))
  const send = async (values: ReturnType<typeof form.values>) => {
    const token = await requestCardToken(values, card).catch(() => {
      throw new AppError('ERR_CARD_REFUSED')
    })
    const { paid } = await unwrapResponse(billing().subscription.card.post(cardInput(values, payer, invoice.id, token)))
    if (paid) onPaid()
    else toastInfo(t('checkout.cardWaiting'))
  }
  const half = { autoComplete: 'off', inputMode: 'numeric' } as const
  return (
    <Form form={form} send={send} className="flex flex-col gap-4">
      <p className="flex items-center gap-2 text-muted text-sm">
        <Lock aria-hidden className="size-4 shrink-0" />
        {t('checkout.cardPrivacy')}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          field={form.field('cardNumber')}
          label={t('checkout.cardNumber')}
          autoComplete="cc-number"
          inputMode="numeric"
          mask={cardMask}
          autoFocus
          className="sm:col-span-2"
        />
        <TextField
          field={form.field('holder')}
          label={t('checkout.cardHolder')}
          autoComplete="cc-name"
          className="sm:col-span-2"
        />
        <TextField
          field={form.field('expiry')}
          label={t('checkout.cardExpiry')}
          placeholder={t('checkout.cardExpiryForm')}
          autoComplete="cc-exp"
          inputMode="numeric"
          mask={expiryMask}
        />
        <TextField
          field={form.field('cvv')}
          label={t('checkout.cardCvv')}
          autoComplete="cc-csc"
          inputMode="numeric"
          maxLength={4}
        />
        <TextField {...half} field={form.field('document')} label={t('checkout.cardDocument')} mask={documentMask} />
        <TextField {...half} field={form.field('birth')} label={t('checkout.cardBirth')} mask={dateMask} />
        <TextField {...half} field={form.field('phone')} label={t('checkout.cardPhone')} mask={phoneMask} />
        <TextField field={form.field('neighborhood')} label={t('checkout.neighborhood')} />
        <TextField field={form.field('number')} label={t('checkout.number')} maxLength={10} />
      </div>
      <div className="flex justify-between gap-2">
        <Button onClick={onBack}>{t('checkout.back')}</Button>
        <SubmitButton of={form}>{t('checkout.payNow', { value: formatMoney(invoice.value) })}</SubmitButton>
      </div>
    </Form>
  )
}
