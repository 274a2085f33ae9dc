import { Redirect, useLocation } from 'wouter'
import { ConfirmHost } from '../../components/confirm'
import { PublicFrame } from '../../layout/public-frame'
import { paths } from '../../lib/paths'
import { renewalToken } from '../../lib/session'
import { storeLoginNotice } from '../../lib/session-end'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { Checkout } from './checkout/checkout'

/** Payment of an expired licence, without a session; returns to the login page. */
export function RenewPage() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const token = useValue(renewalToken)
  if (token === null) return <Redirect to={paths.login} replace />
  const leave = () => {
    storeLoginNotice({ kind: 'renewed' })
    renewalToken.value = null
    navigate(paths.login)
  }
  return (
    <PublicFrame title={t('checkout.renewTitle')} lead={t('checkout.renewLead')} wide>
      <Checkout invoiceId={null} onDone={leave} />
      <ConfirmHost />
    </PublicFrame>
  )
}
