import { useEffect, useState } from 'react'
import type { Invoice } from '../../../../src/features/provider/invoices/model'
import type { Subscription } from '../../../../src/features/provider/payments/model'
import { ErrorState } from '../../../components/error-state'
import { SkeletonRows } from '../../../components/skeleton'
import { unwrapResponse } from '../../../lib/api'
import { billing, isRenewing } from '../../../lib/billing'
import { toastError } from '../../../lib/toast'
import { PlanChoice } from '../plan-change/plan-choice'
import { ClaimPanel } from './claim-panel'
import { Wizard } from './wizard'

type Loaded = { invoice: Invoice; subscription: Subscription } | { failure: unknown } | null

/**
 * Loads invoice and subscription; without an id the invoice of the current period. With an expired licence the plan can be
 * changed below.
 */
export function Checkout({ invoiceId, onDone }: { invoiceId: number | null; onDone: () => void }) {
  const [loaded, setLoaded] = useState<Loaded>(null)
  const load = () => {
    setLoaded(null)
    loadInvoiceAndSubscription(invoiceId).then(setLoaded, (failure) => setLoaded({ failure }))
  }
  useEffect(load, [invoiceId])
  if (!loaded) return <SkeletonRows rows={4} avatar={false} />
  if ('failure' in loaded) return <ErrorState failure={loaded.failure} onRetry={load} />
  const setInvoice = (invoice: Invoice) => setLoaded({ ...loaded, invoice })
  const reload = () => void loadInvoiceAndSubscription(invoiceId).then(setLoaded, toastError)
  return (
    <>
      <Wizard key={loaded.invoice.id} {...loaded} onDone={onDone} />
      {loaded.invoice.status !== 'paid' && <ClaimPanel invoice={loaded.invoice} onClaimed={setInvoice} />}
      {isRenewing() && loaded.invoice.status !== 'paid' && <PlanChoice onChanged={reload} />}
    </>
  )
}

async function loadInvoiceAndSubscription(id: number | null) {
  const { invoices, subscription } = billing()
  const [invoice, about] = await Promise.all([
    unwrapResponse(id === null ? invoices.post() : invoices({ id }).get()),
    unwrapResponse(subscription.get()),
  ])
  return { invoice, subscription: about }
}
