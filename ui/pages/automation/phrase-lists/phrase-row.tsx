import { Pencil, Trash2, TriangleAlert } from 'lucide-react'
import type { FlowCampaign } from '../../../../src/features/automation/flows/phrases/model'
import { IconButton } from '../../../components/icon-button'
import { OnOffBadge } from '../../../components/on-off-badge'
import { connections } from '../../../lib/connections'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { removePhrase } from './store'

/** Row of a phrase: name, state, text, flow, connection, and what prevents it from starting the flow. */
export function PhraseRow({ phrase, onEdit }: { phrase: FlowCampaign; onEdit: () => void }) {
  const { t } = useTranslation()
  const { name, status, flowName } = phrase
  const isContained = phrase.matching === 'contains'
  return (
    <li className="flex items-start gap-x-3 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere font-medium">{name}</span>
          <OnOffBadge on={status} texts={[t('phrases.isActive'), t('phrases.inactive')]} />
        </div>
        <p className="wrap-anywhere text-sm">
          {t(isContained ? 'phrases.containsText' : 'phrases.exactText', { phrase: phrase.phrase })}
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {t('phrases.starts', { flow: flowName })} · {useConnectionName(phrase.whatsappId)}
        </p>
        <Warnings phrase={phrase} />
      </div>
      <span className="inline-flex shrink-0">
        <IconButton label={t('phrases.editOf', { name })} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton label={t('phrases.deleteOf', { name })} tone="danger" onClick={() => void removePhrase(phrase)}>
          <Trash2 aria-hidden />
        </IconButton>
      </span>
    </li>
  )
}

function useConnectionName(id: number | null): string {
  const { t } = useTranslation()
  const rows = useValue(connections.rows)
  if (id === null) return t('phrases.everyConnection')
  return rows.find((connection) => connection.id === id)?.name ?? t('audit.number', { id })
}

function Warnings({ phrase: { status, flowStarts, sameAs } }: { phrase: FlowCampaign }) {
  const { t } = useTranslation()
  const texts = [
    ...(status && !flowStarts ? [t('phrases.flowOff')] : []),
    ...(sameAs.length > 0 ? [t('phrases.sameAs', { names: sameAs.join(', ') })] : []),
  ]
  return texts.map((text) => (
    <p key={text} className="mt-0.5 flex items-start gap-1 text-sm text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span className="wrap-anywhere">{text}</span>
    </p>
  ))
}
