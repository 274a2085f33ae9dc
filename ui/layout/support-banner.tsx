import { LifeBuoy } from 'lucide-react'
import { useEffect } from 'react'
import type { SupportGrant } from '../../src/features/provider/support/model'
import { Button } from '../components/button'
import { useCan } from '../lib/can'
import { useLive } from '../lib/realtime'
import { useMe } from '../lib/session'
import { activeSupport, endSupport, loadActiveSupport, receiveSupportEvent } from '../lib/support'
import { formatTime } from '../lib/time'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { EndedVisits } from './ended-visits'

/** Shows every user that the provider is visiting the company, who and why; admins can end the visit. */
export function SupportBanner() {
  const grants = useValue(activeSupport)
  useEffect(() => void loadActiveSupport(), [])
  useLive({ support: receiveSupportEvent }, loadActiveSupport)
  return (
    <div role="status" className="shrink-0">
      {grants.map((grant) => (
        <Grant key={grant.id} grant={grant} />
      ))}
      <EndedVisits />
    </div>
  )
}

function Grant({ grant }: { grant: SupportGrant }) {
  const { t } = useTranslation()
  const { id, company } = useMe()
  const mayEnd = useCan('settings:edit')
  const { name, reason } = grant
  const until = formatTime(grant.expiresAt)
  const isMine = grant.userId === id
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-info-soft px-3 py-1 text-info text-sm">
      <p className="flex min-w-0 items-center gap-2">
        <LifeBuoy aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 break-words">
          {isMine
            ? t('support.mine', { company: company.name, time: until })
            : t('support.here', { name, time: until, reason })}
        </span>
      </p>
      {mayEnd && (
        <Button size="sm" onClick={() => void endSupport(grant)}>
          {isMine ? t('support.leave') : t('support.end')}
        </Button>
      )}
    </div>
  )
}
