import { useLocation } from 'wouter'
import { BackLink } from '../../../components/back-link'
import { PageHead } from '../../../components/page-head'
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
    <div className="page page-form">
      <BackLink to={paths.financeiro}>{t('financeiro.title')}</BackLink>
      <PageHead title={t('checkout.title')} lead={t('checkout.lead')} />
      <div className="rounded-lg border border-line bg-surface p-4 sm:p-6">
        <Checkout invoiceId={Number(id)} onDone={() => navigate(paths.home)} />
      </div>
    </div>
  )
}
