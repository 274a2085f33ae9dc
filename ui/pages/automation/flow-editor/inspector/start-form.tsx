import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Alert } from '../../../../components/alert'
import { paths } from '../../../../lib/paths'
import { useTranslation } from '../../../../lib/use-translation'
import { StartConnections } from '../starts/start-connections'
import { StartPhrases } from '../starts/start-phrases'
import { isNeverStarted, type Starts } from '../starts/use-starts'

/** Starts of the flow: phrases and numbers are set here, queues and campaigns on their pages. */
export function StartForm({ starts }: { starts: Starts }) {
  const { t } = useTranslation()
  const { rows } = starts
  if (!rows) return <p className="text-muted text-sm">{t('flowBuilder.startHint')}</p>
  const queues = rows.integrations.map(({ id, name, queues: names }) => ({ id, name: [name, ...names].join(' · ') }))
  return (
    <div className="flex flex-col gap-6">
      {isNeverStarted(rows) && <Alert tone="warn">{t('flowBuilder.neverStarted')}</Alert>}
      <StartPhrases starts={starts} rows={rows.phrases} />
      <StartConnections starts={starts} rows={rows.connections} />
      <Named title={t('flowBuilder.startQueues')} hint={t('flowBuilder.startQueuesHint')} rows={queues}>
        <Link href={paths.queueIntegration} className={linkClass}>
          {t('flowBuilder.openIntegrations')}
        </Link>
      </Named>
      <Named title={t('flowBuilder.startCampaigns')} hint={t('flowBuilder.startCampaignsHint')} rows={rows.campaigns}>
        <Link href={paths.campaigns} className={linkClass}>
          {t('flowBuilder.openCampaigns')}
        </Link>
      </Named>
    </div>
  )
}

const linkClass = 'text-accent-ink text-sm underline-offset-2 hover:underline'

interface NamedProps {
  title: string
  hint: string
  rows: { id: number; name: string }[]
  children: ReactNode
}

function Named({ title, hint, rows, children }: NamedProps) {
  return (
    <section className="flex flex-col items-start gap-1.5">
      <h3 className="font-medium text-sm">{title}</h3>
      {rows.map(({ id, name }) => (
        <p key={id} className="w-full truncate text-sm">
          {name}
        </p>
      ))}
      {rows.length === 0 && <p className="text-faint text-sm">{hint}</p>}
      {children}
    </section>
  )
}
