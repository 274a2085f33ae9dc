import type { ReactNode } from 'react'
import type { TrialLine } from '../../../../../src/shared/flow/trial-line'
import { ChatLog } from '../../../../components/chat-log'
import { classes } from '../../../../lib/classes'
import { formatSeconds } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { WhatsAppText } from '../../../../whatsapp-text/whatsapp-text'
import { useKindName } from '../names/node-name'
import { TryEvent } from './try-event'
import { CustomerFile, FileLine } from './try-file'
import type { FlowTrial } from './use-flow-trial'

/** Messages of both sides, and between them what else the flow did. */
export function TryLog({ trial, nameOf }: { trial: FlowTrial; nameOf: (id: string | null) => string }) {
  const { t } = useTranslation()
  const lines = trial.state?.lines ?? []
  return (
    <ChatLog
      label={t('flowTrial.log')}
      empty={t('flowTrial.silent')}
      count={lines.length}
      className="min-h-40 flex-1 focus-visible:-outline-offset-2"
    >
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only appended.
        <Line key={at} line={line} nameOf={nameOf} />
      ))}
    </ChatLog>
  )
}

function Line({ line, nameOf }: { line: TrialLine; nameOf: (id: string | null) => string }) {
  const { t } = useTranslation()
  const kindOf = useKindName()
  switch (line.kind) {
    case 'customer':
      return (
        <Bubble at={line.at} isOwn isFaint={!line.isHeard} note={line.isHeard ? undefined : t('flowTrial.unheard')}>
          {line.file !== undefined && <CustomerFile kind={line.file} />}
          {line.text}
        </Bubble>
      )
    case 'text':
    case 'programText':
      return (
        <Bubble at={line.at} speaker={kindOf(line.nodeId)}>
          <WhatsAppText text={line.text} />
        </Bubble>
      )
    case 'file':
      return (
        <Bubble at={line.at} speaker={kindOf(line.nodeId)}>
          <FileLine name={line.asVoice ? t('flowTrial.voice') : t('flowTrial.file')} />
        </Bubble>
      )
    default:
      return <TryEvent line={line} nameOf={nameOf} />
  }
}

interface BubbleProps {
  at: number
  children: ReactNode
  speaker?: string
  note?: string
  isOwn?: boolean
  isFaint?: boolean
}

function Bubble({ at, children, speaker, note, isOwn = false, isFaint = false }: BubbleProps) {
  return (
    <div
      className={classes(
        'w-fit max-w-[85%] whitespace-pre-wrap rounded-lg px-3 py-2 wrap-anywhere',
        isOwn ? 'ml-auto bg-bubble-out' : 'bg-bubble-in',
        isFaint && 'border border-edge border-dashed',
      )}
    >
      {speaker && <p className="pb-0.5 font-semibold text-accent-ink text-xs">{speaker}</p>}
      {children}
      {note && <p className="pt-1 text-muted text-xs">{note}</p>}
      <p className="pt-0.5 text-right text-muted text-xs tabular-nums">{formatSeconds(new Date(at).toISOString())}</p>
    </div>
  )
}
