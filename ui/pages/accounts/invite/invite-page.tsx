import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { InvitationFacts } from '../../../../src/features/accounts/invitations/model'
import type { AppError } from '../../../../src/shared/errors'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { Skeleton } from '../../../components/skeleton'
import { PublicFrame } from '../../../layout/public-frame'
import { publicApi, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'
import { paths } from '../../../lib/paths'
import { me } from '../../../lib/session'
import { errorText } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { AcceptForm } from './accept-form'

/** One-time link of an invitation; the token is the fragment of the address. */
export function InvitePage() {
  const { t } = useTranslation()
  const [token] = useState(() => location.hash.slice(1))
  const { facts, failure, retry } = useInvitation(token)
  const person = useValue(me)
  if (person)
    return (
      <Frame title={t('invited.title')}>
        <Alert tone="info">{t('invited.signedIn', { name: person.name })}</Alert>
        <TextLink href={paths.home}>{t('invited.toHome')}</TextLink>
      </Frame>
    )
  if (failure)
    return (
      <Frame title={t('invited.title')}>
        <Alert tone="warn">{errorText(failure)}</Alert>
        {failure.code === 'ERR_UNREACHABLE' && <Button onClick={retry}>{t('common.retry')}</Button>}
        <TextLink href={paths.login}>{t('auth.toLogin')}</TextLink>
      </Frame>
    )
  if (!facts)
    return (
      <Frame title={t('invited.title')}>
        <Skeleton className="h-40 w-full" />
      </Frame>
    )
  return (
    <PublicFrame
      title={t('invited.titleOf', { company: facts.company, interpolation: { escapeValue: false } })}
      lead={t('invited.lead', { name: facts.invitedBy, interpolation: { escapeValue: false } })}
    >
      <AcceptForm token={token} facts={facts} />
    </PublicFrame>
  )
}

const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <PublicFrame title={title}>
    <div className="flex flex-col items-start gap-4">{children}</div>
  </PublicFrame>
)

const TextLink = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className="font-medium text-accent-ink underline underline-offset-2">
    {children}
  </Link>
)

function useInvitation(token: string) {
  const [facts, setFacts] = useState<InvitationFacts | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again.
  useEffect(() => {
    setFailure(null)
    // An address without a token is answered like one with a wrong token.
    unwrapResponse<InvitationFacts>(publicApi.auth.invitation.post({ token: token || '-' })).then(setFacts, (thrown) =>
      setFailure(asFailure(thrown)),
    )
  }, [token, tries])
  return { facts, failure, retry: () => setTries((count) => count + 1) }
}
