import type { TrialLine } from '../../../../../src/shared/flow/trial-line'
import { useQueues } from '../../../../lib/queues'
import { useTags } from '../../../../lib/tags'
import { useTranslation } from '../../../../lib/use-translation'

type EventLine = Exclude<TrialLine, { kind: 'customer' | 'text' | 'programText' | 'file' }>

/** A line that no customer sees: waits, requests, queues, tags and the end. */
export function TryEvent({ line, nameOf }: { line: EventLine; nameOf: (id: string | null) => string }) {
  const text = useEventText()(line, nameOf)
  const isEnd = line.kind === 'end'
  return (
    <p className={isEnd ? 'text-center font-medium text-muted text-sm' : 'text-center text-faint text-xs'}>{text}</p>
  )
}

function useEventText() {
  const { t } = useTranslation()
  const { rows: queues } = useQueues()
  const { rows: tags } = useTags()
  const named = (rows: { id: number; name: string }[], id: number) =>
    rows.find((row) => row.id === id)?.name ?? `#${id}`
  return (line: EventLine, nameOf: (id: string | null) => string): string => {
    switch (line.kind) {
      case 'wait':
        return t('flowTrial.waits', { seconds: line.seconds })
      case 'location':
        return t('flowTrial.location', { place: line.address || `${line.latitude}, ${line.longitude}` })
      case 'request':
        return t('flowTrial.asks', { method: line.request.method, url: line.request.url })
      case 'answer':
        if (line.problem) return t(`flowTrial.problems.${line.problem}`)
        return t(line.isSuccess ? 'flowTrial.answered' : 'flowTrial.failed')
      case 'problem':
        return t(`flowTrial.problems.${line.problem}`)
      case 'program':
        return t('flowTrial.programBegins', { name: nameOf(line.nodeId) })
      case 'queue':
        return t('flowTrial.queue', { name: named(queues, line.queueId) })
      case 'tag':
        return t(line.adds ? 'flowTrial.tagAdded' : 'flowTrial.tagRemoved', { name: named(tags, line.tagId) })
      case 'close':
        return t('flowTrial.closed')
      case 'invalid':
        return t('flowTrial.invalid')
      case 'restart':
        return t('flowTrial.restarted', { name: nameOf(line.nodeId) })
      case 'end':
        return t(`flowTrial.ends.${line.end}`)
    }
  }
}
