import { BadgeCheck, CircleStop } from 'lucide-react'
import { useState } from 'react'
import type { NumberCheck } from '../../../../src/features/contacts/lists/checks/model'
import type { ContactList } from '../../../../src/features/contacts/lists/model'
import { Button } from '../../../components/button'
import { ProgressBar } from '../../../components/progress-bar'
import { BareSelect } from '../../../components/select'
import { connections } from '../../../lib/connections'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { cancelCheck, lastCheck, startCheck } from './checks-store'

/** Check of the list's numbers on WhatsApp: progress and what it waits for, or the offer to begin one. */
export function CheckPanel({ list }: { list: ContactList }) {
  const last = useValue(lastCheck)
  const isRunning = last?.contactListId === list.id && last.state === 'running'
  const left = list.contactsCount - list.validCount - list.invalidCount
  if (!isRunning && left === 0) return null
  return (
    <section className="mb-4 rounded-lg border border-line bg-surface p-4">
      {isRunning ? <RunningCheck check={last} /> : <StartCheck listId={list.id} left={left} />}
    </section>
  )
}

function RunningCheck({ check }: { check: NumberCheck }) {
  const { t } = useTranslation()
  const { id, checked, total, retryAt, waitsForConnection, connectionName } = check
  const waiting = retryAt
    ? t('contactLists.checkPaused', { at: formatDateTime(retryAt) })
    : waitsForConnection
      ? t('contactLists.checkWaits', { name: connectionName, interpolation: { escapeValue: false } })
      : t('contactLists.checkPace')
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <ProgressBar
          text={t('contactLists.checkProgress', { done: checked, total: Math.max(total, checked) })}
          share={total > 0 ? Math.min(1, checked / total) : 0}
        />
        <p className="mt-2 text-muted text-sm">{waiting}</p>
      </div>
      <Button size="sm" icon={<CircleStop aria-hidden />} onClick={() => void cancelCheck(id)}>
        {t('common.cancel')}
      </Button>
    </div>
  )
}

function StartCheck({ listId, left }: { listId: number; left: number }) {
  const { t } = useTranslation()
  const rows = useValue(connections.rows)
  const [whatsappId, setWhatsappId] = useState('')
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="min-w-0 flex-1 basis-60 text-muted text-sm">{t('contactLists.checkOffer', { count: left })}</p>
      {rows.length > 1 && (
        <BareSelect
          label={t('contactLists.checkBy')}
          value={whatsappId}
          onChange={setWhatsappId}
          choices={[
            { value: '', label: t('contactLists.defaultConnection') },
            ...rows.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          className="w-48"
        />
      )}
      <Button
        size="sm"
        icon={<BadgeCheck aria-hidden />}
        onClick={() => void startCheck(listId, whatsappId === '' ? undefined : Number(whatsappId))}
      >
        {t('contactLists.check')}
      </Button>
    </div>
  )
}
