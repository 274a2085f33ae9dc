import { Paperclip } from 'lucide-react'
import type { Queue } from '../../../../src/features/automation/queues/model'
import type { QueueOption } from '../../../../src/features/automation/queues/options/model'
import { printMenu } from '../../../../src/shared/option-menu'
import { replaceVariables } from '../../../../src/shared/variables'
import { useMe } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'
import { useSampleOccasion } from '../../../whatsapp-text/sample-occasion'
import { WhatsAppText } from '../../../whatsapp-text/whatsapp-text'
import { depthOf, optionsOf } from './option-requests'

interface OptionPreviewProps {
  queue: Queue
  options: QueueOption[]
  /** Id of the selected option; null for the start of the menu. */
  at: number | null
}

/** Preview of the message a customer receives at this point of the menu. */
export function OptionPreview({ queue, options, at }: OptionPreviewProps) {
  const { t } = useTranslation()
  const { language } = useMe().company
  const occasion = useSampleOccasion()
  const chosen = options.find(({ id }) => id === at)
  const lines = optionsOf(options, at)
  const message = chosen ? chosen.message : queue.greetingMessage
  const text = replaceVariables(printMenu({ message, lines, depth: depthOf(options, at), language }), occasion)
  return (
    <section aria-label={t('queues.preview')} className="rounded-lg border border-line bg-ground p-3">
      <p className="mb-2 text-faint text-xs">{t('queues.preview')}</p>
      {chosen && (
        <div className="mb-2 ml-auto w-fit max-w-[80%] rounded-lg bg-bubble-out px-3 py-2 text-ink">
          {chosen.option}
        </div>
      )}
      {text ? (
        <div className="w-fit max-w-[90%] break-words rounded-lg bg-bubble-in px-3 py-2 text-ink">
          <WhatsAppText text={text} />
        </div>
      ) : (
        <p className="text-faint text-sm">{at === null ? t('queues.previewEmpty') : t('queues.previewNothing')}</p>
      )}
      {chosen?.fileListName && lines.length === 0 && (
        <p className="mt-2 flex items-center gap-1 text-muted text-xs [&_svg]:size-3.5">
          <Paperclip aria-hidden />
          {t('trial.files', { name: chosen.fileListName })}
        </p>
      )}
      {chosen && lines.length === 0 && <p className="mt-2 text-faint text-xs">{t('queues.previewEnd')}</p>}
    </section>
  )
}
