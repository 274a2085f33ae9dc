import { ArrowLeft } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { paths } from '../../lib/paths'
import { useTitle } from '../../lib/title'
import { useTranslation } from '../../lib/use-translation'
import { Checkout } from './checkout'

/** Payment of one invoice by a signed-in user. */
export function CheckoutPage({ id }: { id: string }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  useTitle(t('checkout.title'))
  return (
    <div className="mx-auto w-full max-w-2xl p-4 sm:p-6">
      <Link
        href={paths.financeiro}
        className="mb-2 inline-flex min-h-8 items-center gap-1.5 text-muted text-sm hover:text-ink touch:min-h-11 [&_svg]:size-4"
      >
        <ArrowLeft aria-hidden />
        {t('financeiro.title')}
      </Link>
      <h1 className="mb-4 font-semibold text-xl">{t('checkout.title')}</h1>
      <div className="rounded-lg border border-line bg-surface p-4 sm:p-6">
        <Checkout invoiceId={Number(id)} onDone={() => navigate(paths.home)} />
      </div>
    </div>
  )
}
