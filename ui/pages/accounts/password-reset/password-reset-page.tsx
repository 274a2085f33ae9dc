import { useState } from 'react'
import { Link } from 'wouter'
import { Alert } from '../../../components/alert'
import { PublicFrame } from '../../../layout/public-frame'
import { paths } from '../../../lib/paths'
import { system } from '../../../lib/system'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { EmailStep } from './email-step'
import { ResetStep } from './reset-step'

/** Password reset: e-mail address, then the mailed code with a new password. Without a mail server: whom to ask. */
export function ForgetPage() {
  const { t } = useTranslation()
  const installation = useValue(system)
  const [requestedFor, setRequestedFor] = useState<string | null>(null)
  const noMail = installation?.mail === false
  return (
    <PublicFrame
      title={requestedFor ? t('forgotten.resetTitle') : t('forgotten.title')}
      lead={noMail || requestedFor ? undefined : t('forgotten.lead')}
    >
      {noMail && <NoMail />}
      {!noMail &&
        (requestedFor ? (
          <ResetStep email={requestedFor} onBack={() => setRequestedFor(null)} />
        ) : (
          <EmailStep onRequested={setRequestedFor} />
        ))}
      <p className="mt-6 flex flex-wrap justify-center gap-x-4 gap-y-2 text-muted">
        <TextLink href={paths.login}>{t('forgotten.toLogin')}</TextLink>
        {installation?.signup && <TextLink href={paths.signup}>{t('auth.toSignup')}</TextLink>}
      </p>
    </PublicFrame>
  )
}

function NoMail() {
  const { t } = useTranslation()
  return (
    <Alert tone="info" title={t('forgotten.noMailTitle')}>
      {t('forgotten.noMailText')}
    </Alert>
  )
}

const TextLink = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className="font-medium text-accent-ink underline underline-offset-2">
    {children}
  </Link>
)
