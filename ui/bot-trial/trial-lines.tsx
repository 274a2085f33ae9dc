import { Paperclip } from 'lucide-react'
import type { QueueOption } from '../../src/features/automation/queues/options/model'
import { replaceVariables } from '../../src/shared/variables'
import { ChatLog } from '../components/chat-log'
import { useTranslation } from '../lib/use-translation'
import { useSampleOccasion } from '../whatsapp-text/sample-occasion'
import { WhatsAppText } from '../whatsapp-text/whatsapp-text'
import type { TrialLine } from './use-trial'

/** Messages of the virtual customer, the robot's answers, and why it answered so. */
export function TrialLines({ lines, options }: { lines: TrialLine[]; options: QueueOption[] }) {
  const { t } = useTranslation()
  return (
    <ChatLog
      label={t('trial.title')}
      empty={t('trial.empty')}
      count={lines.length}
      className="h-64 rounded-lg border border-line sm:h-80"
    >
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only appended.
        <Line key={at} line={line} options={options} />
      ))}
    </ChatLog>
  )
}

function Line({ line, options }: { line: TrialLine; options: QueueOption[] }) {
  const { t } = useTranslation()
  const { text, at, answer } = line
  const occasion = useSampleOccasion(at)
  return (
    <>
      <div className="ml-auto w-fit max-w-[80%] whitespace-pre-wrap rounded-lg bg-bubble-out px-3 py-2 wrap-anywhere">
        {text}
      </div>
      {answer.says.map(({ text, voice, speaker, filesOf }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the answers of a line do not change.
        <div key={index} className="w-fit max-w-[85%] rounded-lg bg-bubble-in px-3 py-2 wrap-anywhere">
          <p className="pb-0.5 font-semibold text-accent-ink text-xs">
            {speaker} · {t(`tickets.bot.${voice}`)}
          </p>
          <WhatsAppText text={replaceVariables(text, occasion)} />
          {filesOf !== undefined && <Files name={options.find(({ id }) => id === filesOf)?.fileListName ?? ''} />}
        </div>
      ))}
      <p className="text-faint text-xs">
        {t(`trial.reasons.${answer.reason}`)}
        {answer.end && ` ${t(`trial.ends.${answer.end}`)}`}
        {answer.says.length === 0 && !answer.end && ` ${t('trial.silent')}`}
      </p>
    </>
  )
}

/** Name of the list whose files the server would send. */
function Files({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <p className="flex items-center gap-1 pt-1 text-muted text-xs [&_svg]:size-3.5">
      <Paperclip aria-hidden />
      {t('trial.files', { name })}
    </p>
  )
}
