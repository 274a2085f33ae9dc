import { LifeBuoy } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { SupportVisit } from '../../src/features/provider/support/model'
import { Button } from '../components/button'
import { useCan } from '../lib/can'
import { useLive } from '../lib/realtime'
import { useMe } from '../lib/session'
import { endedVisits, hideEndedVisit, loadEndedVisits } from '../lib/support'
import { formatDateTime } from '../lib/time'
import { isVisiting } from '../lib/token'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { consumeVisitedCompany } from '../lib/visit-token'
import { VisitDialog } from './visit-dialog'

/** After a support visit: shows the visitor, and each admin of the company, what it made. */
export function EndedVisits() {
  const mayView = useCan('audit:view')
  if (isVisiting()) return null
  return (
    <>
      <OwnVisit />
      {mayView && <VisitsHere />}
    </>
  )
}

/** Opens once, when this tab has left a visited company. */
function OwnVisit() {
  const [company, setCompany] = useState<number | null>(null)
  useEffect(() => setCompany(consumeVisitedCompany()), [])
  return company !== null && <VisitDialog of={{ company }} onClose={() => setCompany(null)} />
}

function VisitsHere() {
  const { id: userId } = useMe()
  const visits = useValue(endedVisits)
  const [opened, setOpened] = useState<number | null>(null)
  const load = useCallback(() => loadEndedVisits(userId), [userId])
  useEffect(() => void load(), [load])
  useLive({ support: ({ action }) => action === 'end' && void load() }, load)
  const hide = (visit: number) => hideEndedVisit(userId, visit)
  return (
    <>
      {visits.map((visit) => (
        <EndedVisit key={visit.id} visit={visit} onOpen={() => setOpened(visit.id)} onHide={() => hide(visit.id)} />
      ))}
      {opened !== null && (
        <VisitDialog
          of={{ visit: opened }}
          onClose={() => {
            hide(opened)
            setOpened(null)
          }}
        />
      )}
    </>
  )
}

function EndedVisit({ visit, onOpen, onHide }: { visit: SupportVisit; onOpen: () => void; onHide: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-info-soft px-3 py-1 text-info text-sm">
      <p className="flex min-w-0 items-center gap-2">
        <LifeBuoy aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 break-words">
          {t('support.ended', { name: visit.name, time: formatDateTime(visit.endedAt ?? visit.expiresAt) })}
        </span>
      </p>
      <Button size="sm" onClick={onOpen}>
        {t('support.see')}
      </Button>
      <Button size="sm" variant="quiet" onClick={onHide}>
        {t('support.dismiss')}
      </Button>
    </div>
  )
}
