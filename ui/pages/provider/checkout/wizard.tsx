import { useEffect, useState } from 'react'
import type { Invoice } from '../../../../src/features/provider/invoices/model'
import type { Payer, PixCharge, Subscription } from '../../../../src/features/provider/payments/model'
import { Button } from '../../../components/button'
import { Form, SubmitButton } from '../../../components/form'
import { unwrapResponse } from '../../../lib/api'
import { billing } from '../../../lib/billing'
import { useForm } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { CardStep } from './card-step'
import { PaidNotice } from './paid'
import { makePayerForm, payerInput } from './payer-form'
import { PayerStep } from './payer-step'
import { PixStep } from './pix-step'
import { PlanStep } from './plan-step'
import { ReviewStep } from './review-step'
import { type StepName, Steps, steps } from './steps'
import { checkPaid, usePaid } from './use-paid'

interface WizardProps {
  invoice: Invoice
  subscription: Subscription
  /** Called some seconds after the payment. */
  onDone: () => void
}

/** Checkout in four steps: payer, plan, review, payment. */
export function Wizard({ invoice, subscription, onDone }: WizardProps) {
  const { t } = useTranslation()
  const form = useForm(() => makePayerForm(subscription.payer, subscription.needsDocument))
  const [step, setStep] = useState<StepName>('data')
  const [byCard, setByCard] = useState(false)
  const [charge, setCharge] = useState<PixCharge | null>(null)
  const [renewed, setRenewed] = useState<string | null>(invoice.status === 'paid' ? subscription.company.dueDate : null)
  usePaid(invoice.id, setRenewed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another price ends the code that is shown.
  useEffect(() => setStep((step) => (step === 'pix' ? 'review' : step)), [invoice.value])
  if (renewed) return <PaidNotice dueDate={renewed} onDone={onDone} />

  const at = steps.indexOf(step)
  const next = async (values: Payer) => {
    if (step === 'review' && !byCard)
      setCharge(await unwrapResponse(billing().subscription.post({ ...payerInput(values), invoiceId: invoice.id })))
    setStep(steps[at + 1] as StepName)
  }
  if (step === 'pix' && byCard && subscription.card)
    return (
      <div className="flex flex-col gap-6">
        <Steps at={step} />
        <CardStep
          invoice={invoice}
          payer={payerInput(form.values())}
          card={subscription.card}
          onBack={() => setStep('review')}
          onPaid={() => void checkPaid(invoice.id, setRenewed)}
        />
      </div>
    )
  return (
    <div className="flex flex-col gap-6">
      <Steps at={step} />
      <Form form={form} send={next} className="flex flex-col gap-6">
        <h2 className="sr-only">{t(`checkout.steps.${step}`)}</h2>
        {step === 'data' && <PayerStep form={form} needsDocument={subscription.needsDocument} />}
        {step === 'plan' && (
          <PlanStep invoice={invoice} subscription={subscription} byCard={byCard} onMethod={setByCard} />
        )}
        {step === 'review' && <ReviewStep invoice={invoice} payer={payerInput(form.values())} />}
        {step === 'pix' && charge && <PixStep charge={charge} onRenew={() => setStep('review')} />}
        {step !== 'pix' && (
          <div className="flex justify-between gap-2">
            {at > 0 ? (
              <Button onClick={() => setStep(steps[at - 1] as StepName)}>{t('checkout.back')}</Button>
            ) : (
              <span />
            )}
            <SubmitButton of={form}>
              {step === 'review' && !byCard ? t('checkout.generate') : t('checkout.next')}
            </SubmitButton>
          </div>
        )}
      </Form>
    </div>
  )
}
