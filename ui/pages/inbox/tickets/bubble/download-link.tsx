import { Download } from 'lucide-react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { withEnding } from '../../../../../src/shared/file-names'
import { useTranslation } from '../../../../lib/use-translation'

/**
 * Name for the `download` attribute of a message's file, with the ending of its type; `true` for a file without a name,
 * which the server names by kind and date.
 */
export const downloadName = ({ detail }: Message): string | true =>
  detail?.fileName ? withEnding(detail.fileName, detail.mime ?? '') : true

/** Link that saves the file of a message, with the look of a small button. */
export function DownloadLink({ message }: { message: Message }) {
  const { t } = useTranslation()
  return (
    <a
      href={message.mediaUrl ?? undefined}
      download={downloadName(message)}
      className="inline-flex h-control-sm shrink-0 select-none items-center gap-1.5 whitespace-nowrap rounded-md border border-line bg-surface px-3 font-medium text-ink text-sm hover:bg-hover [&_svg]:size-4"
    >
      <Download aria-hidden />
      {t('tickets.download')}
    </a>
  )
}
