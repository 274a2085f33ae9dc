import { useEffect, useState } from 'react'
import type { ReadyFlowItem } from '../../../../src/features/automation/ready-flows/model'
import { Dialog } from '../../../components/dialog'
import { ErrorState } from '../../../components/error-state'
import { Skeleton } from '../../../components/skeleton'
import { useTranslation } from '../../../lib/use-translation'
import { ReadyFlowForm } from './ready-flow-form'
import { loadReadyFlows } from './transfer'

/** Ready-made flows to choose from; then the values that the chosen one needs. */
export function GalleryDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ReadyFlowItem | null>(null)
  if (chosen) return <ReadyFlowForm ready={chosen} onBack={() => setChosen(null)} onClose={onClose} />
  return (
    <Dialog open size="lg" title={t('flowTransfer.gallery')} onClose={onClose}>
      <p className="mb-4 text-muted">{t('flowTransfer.galleryLead')}</p>
      <Gallery onChoose={setChosen} />
    </Dialog>
  )
}

type Loaded = ReadyFlowItem[] | 'loading' | 'failed'

function Gallery({ onChoose }: { onChoose: (ready: ReadyFlowItem) => void }) {
  const [flows, setFlows] = useState<Loaded>('loading')
  const load = () => {
    setFlows('loading')
    loadReadyFlows().then(setFlows, () => setFlows('failed'))
  }
  useEffect(load, [])
  if (flows === 'failed') return <ErrorState onRetry={load} />
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {flows === 'loading'
        ? Array.from({ length: 6 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders without identity.
            <li key={at}>
              <Skeleton className="h-24 rounded-lg" />
            </li>
          ))
        : flows.map((ready) => <Card key={ready.key} ready={ready} onChoose={() => onChoose(ready)} />)}
    </ul>
  )
}

function Card({ ready: { name, description }, onChoose }: { ready: ReadyFlowItem; onChoose: () => void }) {
  const { t } = useTranslation()
  return (
    <li className="relative rounded-lg border border-line p-4 hover:bg-hover">
      <h3 className="font-medium">
        {/* The button covers the card, so that a click anywhere chooses it. */}
        <button
          type="button"
          aria-label={t('flowTransfer.use', { name })}
          onClick={onChoose}
          className="text-left after:absolute after:inset-0 after:rounded-lg"
        >
          {name}
        </button>
      </h3>
      <p className="mt-1 text-muted text-sm">{description}</p>
    </li>
  )
}
