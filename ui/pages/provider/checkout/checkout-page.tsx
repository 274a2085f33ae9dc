import { useLocation } from 'wouter'
import { BackLink } from '../../../components/back-link'
import { paths } from '../../../lib/paths'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { Checkout } from './checkout'

/** Payment of one invoice by a signed-in user. */
export function CheckoutPage({ id }: { id: string }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  useTitle(t('checkout.title'))
  return (
    <div className="mx-auto w-full max-w-2xl p-4 sm:p-6">
      <BackLink to={paths.financeiro}>{t('financeiro.title')}</BackLink>
      <h1 className="mb-4 font-semibold text-xl">{t('checkout.title')}</h1>
      <div className="rounded-lg border border-line bg-surface p-4 sm:p-6">
        <Checkout invoiceId={Number(id)} onDone={() => navigate(paths.home)} />
      </div>
    </div>
  )
}
