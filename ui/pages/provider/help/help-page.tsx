import { CircleHelp, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Help } from '../../../../src/features/provider/help/model'
import { videoPlayer } from '../../../../src/shared/video'
import { Dialog } from '../../../components/dialog'
import { EmptyState } from '../../../components/empty-state'
import { InfiniteList } from '../../../components/infinite-list'
import { PageHead } from '../../../components/page-head'
import { Skeleton } from '../../../components/skeleton'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { helps } from './store'

/** Help videos. The player is loaded from YouTube only after a click. */
export function HelpsPage() {
  const { t } = useTranslation()
  const [playing, setPlaying] = useState<Help | null>(null)
  useTitle(t('helps.title'))
  useEffect(() => {
    if (helps.state.peek() !== 'idle') void helps.reload()
  }, [])
  return (
    <div className="page">
      <PageHead title={t('helps.title')} lead={t('helps.lead')} />
      <InfiniteList
        list={helps}
        label={t('helps.title')}
        className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3"
        skeleton={<CardsSkeleton />}
        empty={<EmptyState icon={<CircleHelp />} title={t('helps.emptyTitle')} text={t('helps.emptyText')} />}
        hideEnd
        render={(help) => <Card help={help} onPlay={() => setPlaying(help)} />}
      />
      {playing && <Player help={playing} onClose={() => setPlaying(null)} />}
    </div>
  )
}

function CardsSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common.loading')} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {[0, 1, 2].map((card) => (
        <Skeleton key={card} className="h-72 rounded-lg!" />
      ))}
    </div>
  )
}

function Card({ help, onPlay }: { help: Help; onPlay: () => void }) {
  const { t } = useTranslation()
  const { title, description } = help
  return (
    <li className="relative flex flex-col overflow-hidden rounded-lg border border-line bg-surface hover:border-edge">
      <div className="flex aspect-video items-center justify-center bg-sunken dark:bg-hover">
        <span className="flex size-12 items-center justify-center rounded-full bg-accent text-on-accent">
          <Play aria-hidden className="size-5 translate-x-px" />
        </span>
      </div>
      <div className="p-3">
        <h2 className="font-semibold">
          {/* The button covers the whole card. */}
          <button
            type="button"
            aria-label={t('helps.play', { title })}
            onClick={onPlay}
            className="text-left after:absolute after:inset-0"
          >
            {title}
          </button>
        </h2>
        {description && <p className="mt-1 line-clamp-3 text-muted text-sm">{description}</p>}
      </div>
    </li>
  )
}

function Player({ help, onClose }: { help: Help; onClose: () => void }) {
  const { title, video, description } = help
  return (
    <Dialog open onClose={onClose} title={title} size="lg">
      <iframe
        src={videoPlayer(video)}
        title={title}
        allow="fullscreen; picture-in-picture"
        sandbox="allow-scripts allow-same-origin allow-presentation"
        className="aspect-video w-full rounded-md border-0 bg-black"
      />
      {description && <p className="mt-3 whitespace-pre-wrap text-muted">{description}</p>}
    </Dialog>
  )
}
