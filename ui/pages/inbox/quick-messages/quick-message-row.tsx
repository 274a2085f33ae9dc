import { Building2, EyeOff, Paperclip, Pencil, Trash2 } from 'lucide-react'
import type { QuickMessage } from '../../../../src/features/inbox/quick-messages/model'
import { Chip } from '../../../components/chip'
import { IconButton } from '../../../components/icon-button'
import { useCan } from '../../../lib/can'
import { useMe } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'
import { SampleLine } from '../../../whatsapp-text/sample-line'
import { removeQuickMessage } from './store'

/** Row of a quick message, with actions for users who may change it. */
export function QuickMessageRow({ row, onEdit }: { row: QuickMessage; onEdit: () => void }) {
  const { t } = useTranslation()
  const { shortcode, message, geral, status, mediaName } = row
  const mayChange = useMayChange(row)
  return (
    <li className="flex items-start gap-2 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1 py-1.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-medium">/{shortcode}</span>
          {geral && <Chip icon={<Building2 aria-hidden />}>{t('quickMessages.ofCompany')}</Chip>}
          {!status && <Chip icon={<EyeOff aria-hidden />}>{t('quickMessages.off')}</Chip>}
          {mediaName && (
            <Chip icon={<Paperclip aria-hidden />} className="max-w-60!">
              {mediaName}
            </Chip>
          )}
        </div>
        <p className="line-clamp-2 text-muted wrap-anywhere">
          <SampleLine text={message} />
        </p>
      </div>
      {mayChange && (
        <>
          <IconButton label={t('quickMessages.editOf', { shortcode })} onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton
            label={t('quickMessages.deleteOf', { shortcode })}
            tone="danger"
            onClick={() => void removeQuickMessage(row)}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  )
}

/** Same rule as on the server. */
function useMayChange({ geral, userId }: QuickMessage): boolean {
  const { id } = useMe()
  const mayForAll = useCan('quickMessage:geral')
  return geral ? mayForAll : userId === id
}
