import { Pencil, X } from 'lucide-react'
import { IconButton } from '../../../../components/icon-button'
import { useTranslation } from '../../../../lib/use-translation'
import { plainText } from '../../../../whatsapp-text/plain'
import { QuotedText } from '../bubble/quoted'
import type { MessageReference } from '../store/composer'

/** Bar above the text with the quoted or edited message. */
export function ReferenceBar({
  reference,
  contactName,
  onCancel,
}: {
  reference: MessageReference
  contactName: string
  onCancel: () => void
}) {
  const { t } = useTranslation()
  const isEdit = reference.kind === 'edit'
  return (
    <div className="mb-2 flex items-center gap-2 rounded-md border-accent border-l-2 bg-hover py-1.5 pr-1 pl-3">
      <div className="min-w-0 flex-1">
        {isEdit ? (
          <>
            <p className="flex items-center gap-1.5 font-medium text-accent-ink text-sm">
              <Pencil aria-hidden className="size-3.5" />
              {t('tickets.editing')}
            </p>
            <p className="truncate text-muted text-sm">{plainText(reference.message.body)}</p>
          </>
        ) : (
          <QuotedText quoted={reference.quoted} contactName={contactName} />
        )}
      </div>
      <IconButton
        size="sm"
        shortcut="Escape"
        tooltipSide="top"
        label={t(isEdit ? 'tickets.cancelEdit' : 'tickets.cancelReply')}
        onClick={onCancel}
      >
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
